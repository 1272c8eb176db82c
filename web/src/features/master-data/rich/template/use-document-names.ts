import { useMemo } from 'react';
import { useDefinitions } from '@/lib/definitions';
import { useLabels } from '../../data/use-labels';
import { useOptions } from '../../data/use-options';

const DOCUMENT = 'documentdefinition';

/** Codes and names of the documents that a template may ask for. */
export function useDocumentNames() {
  const definitions = useDefinitions().data;
  const field = definitions
    ?.find((each) => each.resource === 'documenttemplatedefinitiondetail')
    ?.fields.find((each) => each.name === 'documentCode');
  const { records, isPending } = useOptions(DOCUMENT);
  const fields = useMemo(() => (field ? [field] : []), [field]);
  const labelOf = useLabels(fields);
  const nameOf = (documentCode: string) => (field && labelOf(field, { documentCode })) || documentCode;
  return { codes: records.map((record) => String(record.documentCode)), nameOf, isPending };
}

export type DocumentNames = ReturnType<typeof useDocumentNames>;
