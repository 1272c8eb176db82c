import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { fieldsOf, messageOf } from '@/lib/api';
import { toast } from '@/lib/feedback';
import { stringifySearch } from '@/lib/url-state';
import { useTranslation } from '@/lib/wording';
import { saveView } from '../data/calls';
import { type ListState, narrowing } from '../model/list-state';
import classes from './list.module.css';

interface Props {
  screenCode: string;
  state: ListState;
  names: string[];
  onSaved(): void;
}

const mostLetters = 50;

/** Saves the current filters under a name. An existing name is replaced. */
export function ViewForm({ screenCode, state, names, onSaved }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '') return setFault(t('message.enter', { label: t('ui.requests.view.name') }));
    setBusy(true);
    try {
      const query = stringifySearch(narrowing(state)).replace(/^\?/, '');
      await saveView({ name: wanted, query }, { screenId: screenCode });
      toast(t('ui.requests.view.saved', { name: wanted }));
      setName('');
      onSaved();
    } catch (error) {
      setFault(fieldsOf(error).name ?? messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={`${classes.viewForm} column gap-8 line-above`}
      onSubmit={(event) => void save(event)}
      noValidate
    >
      <TextInput
        label={t('ui.requests.view.save')}
        placeholder={t('ui.requests.view.name')}
        maxLength={mostLetters}
        value={name}
        error={fault}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setFault(null);
        }}
      />
      <Button type="submit" variant="default" loading={busy}>
        {t(names.includes(name.trim()) ? 'ui.requests.view.replace' : 'ui.common.save')}
      </Button>
    </form>
  );
}
