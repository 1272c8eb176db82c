import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDefinitions } from '@/lib/definitions';
import type { Field, MasterRecord } from '../model/definition';
import { labelResources, optionLabel, referred } from '../model/reference';
import { useScope } from './scope';
import { optionsQuery } from './use-options';
import { useStates } from './use-states';

export type LabelOf = (field: Field, record: MasterRecord) => string;

/** The label of what a reference or state field of a record points to; empty while unknown. */
export function useLabels(fields: Field[]): LabelOf {
  const scope = useScope();
  const definitions = useDefinitions().data;
  const resources = useMemo(() => labelResources(fields, definitions ?? []), [fields, definitions]);
  const known = useQueries({
    queries: resources.map((resource) =>
      optionsQuery(
        scope,
        definitions?.find((each) => each.resource === resource),
        '',
      ),
    ),
    combine: (answers) => answers.map((answer) => answer.data),
  });
  const { states } = useStates(fields.some((field) => field.type === 'state'));
  return useMemo(() => {
    const recordsOf = (resource: string) => known[resources.indexOf(resource)] ?? [];
    return (field, record) => {
      if (field.type === 'state') {
        return states.find((state) => state.stateCode === record[field.name])?.stateName ?? '';
      }
      if (!field.reference) return '';
      const option = referred(field, recordsOf(field.reference.resource), record);
      return option ? optionLabel(option, field.reference.resource, definitions ?? [], recordsOf) : '';
    };
  }, [known, resources, definitions, states]);
}
