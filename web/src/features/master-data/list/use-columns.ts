import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import { shownColumns } from '../model/columns';
import type { Definition } from '../model/definition';

/** The chosen columns outlive the session: they say nothing about anybody. */
export function useColumns(definition: Definition) {
  const [kept, setKept, reset] = useLocalStorage<string[] | null>({
    key: `docz.columns.${definition.resource}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const columns = useMemo(
    () => shownColumns(definition, Array.isArray(kept) ? kept : null),
    [definition, kept],
  );
  return { columns, setColumns: setKept, resetColumns: reset };
}
