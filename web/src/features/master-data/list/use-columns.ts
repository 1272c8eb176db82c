import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import { useTranslation } from '@/lib/wording';
import { shownColumns } from '../model/columns';
import type { Definition, Field } from '../model/definition';
import { labelText } from '../words';

/** The chosen columns outlive the session: they contain no personal data. */
export function useColumns(definition: Definition) {
  const { t } = useTranslation();
  const [kept, setKept, reset] = useLocalStorage<string[] | null>({
    key: `docz.columns.${definition.resource}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const columns = useMemo(() => {
    const labelOf = (field: Field) => labelText(t, definition.resource, field.name);
    return shownColumns(definition, Array.isArray(kept) ? kept : null, labelOf);
  }, [definition, kept, t]);
  return { columns, setColumns: setKept, resetColumns: reset };
}
