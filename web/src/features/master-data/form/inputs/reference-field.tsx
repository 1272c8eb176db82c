import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useTranslation } from '@/lib/wording';
import { useChoices } from '../../data/use-choices';
import { parentsOf } from '../../model/sections';
import { labelText } from '../../words';
import { SearchSelect } from './search-select';
import type { InputProps } from './types';

interface Props extends InputProps {
  resource: string;
  /** The values of the parent fields, by field name. */
  parents: Record<string, unknown>;
}

/** A record of another resource, limited by its parent fields: a branch of the chosen tenant. */
export function ReferenceField({ resource, parents, ...props }: Props) {
  const { t } = useTranslation();
  const { field } = props;
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 200);
  const missing = parentsOf(field).find((name) => !parents[name]);
  const { choices, isFull, isPending } = useChoices(field, parents, q, props.value);
  const shown = useMemo(() => (missing ? [] : choices), [missing, choices]);
  return (
    <SearchSelect
      {...props}
      choices={shown}
      disabled={missing !== undefined && !props.locked}
      placeholder={missing && t('ui.master.chooseFirst', { label: labelText(t, resource, missing) })}
      isLoading={isPending}
      onSearch={setTyped}
      isFiltered={isFull}
    />
  );
}
