import { Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '@/lib/wording';
import { useDocuments } from '../data/use-masters';
import type { Known } from '../model/change';
import classes from '../wizard.module.css';

interface Props {
  path: string;
  /** Codes already requested. */
  have: Set<string>;
  onAdd(known: Known): void;
}

/** Any defined document; choosing adds it and clears the field for the next. */
export function AddDocument({ path, have, onAdd }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { choices, isPending, isError, refetch } = useDocuments();
  const left = choices.filter(({ value }) => !have.has(value));
  const add = (code: string | null) => {
    const choice = left.find(({ value }) => value === code);
    setTyped('');
    if (choice) onAdd({ documentCode: choice.value, documentTitle: choice.label });
  };
  return (
    <div className={classes.addDocument}>
      <Select
        data-field={path}
        aria-label={t('ui.wizard.document.add')}
        placeholder={t('ui.wizard.document.add')}
        leftSection={<IconPlus size={16} aria-hidden />}
        data={left}
        value={null}
        onChange={add}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        limit={200}
        comboboxProps={{ shadow: 'md' }}
        classNames={{ option: classes.option }}
        nothingFoundMessage={t(isPending ? 'ui.common.loading' : 'message.noRecords')}
        autoComplete="off"
      />
      {isError && (
        <p className="m-0 mt-4 text-12 bad" role="alert">
          {t('ui.wizard.optionsFailed')}{' '}
          <button type="button" className="text-link" onClick={() => refetch()}>
            {t('ui.common.retry')}
          </button>
        </p>
      )}
    </div>
  );
}
