import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mostOptions, useByCode } from '@/lib/by-code';
import { useDefinitions } from '@/lib/definitions';
import type { Field, MasterRecord } from '../model/definition';
import { chosenPair, labelResources, optionLabel, referred } from '../model/reference';
import { useScope } from './scope';
import { optionsQuery } from './use-options';
import { useStates } from './use-states';

export type LabelOf = (field: Field, record: MasterRecord) => string;

const NONE: MasterRecord[] = [];

/** The label a reference or state field points to; empty while unknown. `shown` are the records of the page. */
export function useLabels(fields: Field[], shown: MasterRecord[] = NONE): LabelOf {
  const definitions = useDefinitions().data;
  const recordsOf = useReferred(fields, shown);
  const { states } = useStates(fields.some((field) => field.type === 'state'));
  return useMemo(
    () => (field, record) => {
      if (field.type === 'state') {
        return states.find((state) => state.stateCode === record[field.name])?.stateName ?? '';
      }
      if (!field.reference) return '';
      const option = referred(field, recordsOf(field.reference.resource), record);
      return option ? optionLabel(option, field.reference.resource, definitions ?? [], recordsOf) : '';
    },
    [recordsOf, definitions, states],
  );
}

/** The referenced records: all of a small master; for a large one its first records and those on the page. */
function useReferred(fields: Field[], shown: MasterRecord[]) {
  const scope = useScope();
  const definitions = useDefinitions().data;
  const resources = useMemo(() => labelResources(fields, definitions ?? []), [fields, definitions]);
  const of = (resource: string) => definitions?.find((each) => each.resource === resource);
  const first = useQueries({
    queries: resources.map((resource) => optionsQuery(scope, of(resource), '')),
    combine: (answers) => answers.map((answer) => answer.data),
  });
  const wants = fields.flatMap((field) => {
    const place = of(field.reference?.resource ?? '');
    const known = first[resources.indexOf(field.reference?.resource ?? '')] ?? NONE;
    return place && known.length >= mostOptions ? missing(field, shown, known, place) : [];
  });
  const others = useByCode(wants);
  return useMemo(() => {
    const all = new Map(
      resources.map((resource, at) => [resource, [...(first[at] ?? NONE), ...(others[resource] ?? NONE)]]),
    );
    return (resource: string): MasterRecord[] => all.get(resource) ?? NONE;
  }, [resources, first, others]);
}

/** The unknown codes of a page, without duplicates. */
function missing<P>(field: Field, shown: MasterRecord[], known: MasterRecord[], place: P) {
  const [own, key] = chosenPair(field);
  const codes = new Set(
    shown.filter((record) => !referred(field, known, record)).map((record) => record[own]),
  );
  return [...codes].filter(Boolean).map((code) => ({ place, key, code: String(code) }));
}
