import { Button } from '@mantine/core';
import { IconPlus, IconSparkles } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { SearchSelect } from '@/components/select/search-select';
import { useTranslation } from '@/lib/wording';
import { useDocuments } from '../data/use-masters';
import type { Known } from '../model/change';
import classes from '../wizard.module.css';
import { useError } from '../words';
import { DocumentRow } from './document-row';
import type { PartyProps } from './party-fields';

/** The documents requested from a party. */
export function DocumentList({ party, at, acts, proposed }: PartyProps & { proposed: Known[] }) {
  const { t } = useTranslation();
  const id = useId();
  const path = `parties[${at}].documents`;
  const error = useError(path);
  const have = new Set(party.documents.map(({ documentCode }) => documentCode));
  const missing = proposed.filter(({ documentCode }) => !have.has(documentCode));
  return (
    <section className={`${classes.inner} mt-20 line-above`} aria-labelledby={id}>
      <h4 id={id} className="m-0 mb-4 text-14 strong">
        {t('ui.wizard.document.title')}
        {party.documents.length > 0 && (
          <span className={`${classes.count} px-8 tint-neutral text-12 medium muted`}>
            {party.documents.length}
          </span>
        )}
      </h4>
      {party.documents.length === 0 && (
        <p className={`${classes.hint} m-0 text-13 muted`}>{t('ui.wizard.document.noneText')}</p>
      )}
      {party.documents.length > 0 && (
        <ul className="m-0 mt-8 no-bullets p-0 outlined lines">
          {party.documents.map((document, number) => (
            <DocumentRow
              key={document.key}
              document={document}
              list={path}
              number={number}
              party={party.key}
              acts={acts}
            />
          ))}
        </ul>
      )}
      <div className="flex wrap mt-12 gap-8">
        <AddDocument path={path} have={have} onAdd={(known) => acts.addDocuments(party.key, [known])} />
        {missing.length > 0 && (
          <Button
            variant="subtle"
            classNames={{ root: classes.wrapping, label: classes.wrappingLabel }}
            leftSection={<IconSparkles size={16} aria-hidden />}
            onClick={() => acts.addDocuments(party.key, missing)}
          >
            {t('ui.wizard.document.propose')}
          </Button>
        )}
      </div>
      {error && (
        <p className={`${classes.error} m-0 mt-4 text-12 bad`} role="alert">
          {error}
        </p>
      )}
    </section>
  );
}

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
      <SearchSelect
        data-field={path}
        aria-label={t('ui.wizard.document.add')}
        placeholder={t('ui.wizard.document.add')}
        leftSection={<IconPlus size={16} aria-hidden />}
        choices={left}
        value={null}
        onChange={add}
        searchValue={typed}
        onSearchChange={setTyped}
        clearable={false}
        limit={200}
        isLoading={isPending}
        onRetry={isError ? refetch : undefined}
      />
    </div>
  );
}
