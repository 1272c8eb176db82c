import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { list, options } from '@/lib/api';
import { mostOptions, useByCode } from '@/lib/by-code';
import { useDefinition, useDefinitions } from '@/lib/definitions';
import { useAuth } from '@/lib/session';
import {
  chosenPair,
  type Definition,
  type Field,
  fits,
  labelField,
  labelResources,
  type MasterRecord,
  optionLabel,
  referred,
} from '../model/definition';
import { keysOf, useScope } from './use-list';

const NONE: MasterRecord[] = [];

/**
 * The options of a reference field. Small resources are fetched whole and filtered here;
 * large ones are searched on the server by the typed text or the parent field.
 */
export function useChoices(field: Field, parents: Record<string, unknown>, typed: string, value: string | null) {
  const resource = field.reference?.resource ?? '';
  const choiceOf = useChoice(field);
  const chosen = useChosen(field, value, parents);
  const label = chosen && choiceOf(chosen).label;
  const parent = Object.values(parents).find((each) => typeof each === 'string');
  // The chosen label fills the field as if typed; that is not a search.
  const asked = typed === label ? '' : typed;
  const { records, isFull, isPending } = useFoundOptions(resource, asked || String(parent ?? ''));

  const choices = useMemo(() => {
    const listed = records.filter((record) => fits(field, record, parents)).map(choiceOf);
    const isListed = !chosen || listed.some((choice) => choice.value === value);
    return isListed ? listed : [choiceOf(chosen), ...listed];
  }, [records, field, parents, choiceOf, chosen, value]);

  return { choices, isFull, isPending };
}

/** The chosen record, even where a large master does not list it among the first. */
function useChosen(field: Field, value: string | null, parents: Record<string, unknown>) {
  const resource = field.reference?.resource ?? '';
  const [, key] = chosenPair(field);
  const { records, isFull, definition } = useOptions(resource);
  const isIt = (record: MasterRecord) => record[key] === value && fits(field, record, parents);
  const listed = records.find(isIt);
  const isMissing = isFull && value !== null && !listed && definition !== undefined;
  const found = useByCode(isMissing ? [{ place: definition, key, code: value }] : []);
  return listed ?? (found[resource] as MasterRecord[] | undefined)?.find(isIt);
}

/** An option's text: its label, and its code where that adds something. */
function useChoice(field: Field) {
  const resource = field.reference?.resource ?? '';
  const definitions = useDefinitions().data;
  const nested = labelField(definitions ?? [], resource)?.reference?.resource ?? '';
  const labels = useOptions(nested, '', nested !== '');
  return useMemo(() => {
    const [, key] = chosenPair(field);
    const recordsOf = (name: string) => (name === nested ? labels.records : NONE);
    return (record: MasterRecord) => {
      const value = String(record[key] ?? '');
      const label = optionLabel(record, resource, definitions ?? [], recordsOf);
      return { value, label: label && label !== value ? `${label} · ${value}` : value };
    };
  }, [field, definitions, resource, nested, labels.records]);
}

const FIVE_MINUTES = 300_000;

function optionsQuery(scope: string[], definition: Definition | undefined, q: string) {
  return {
    queryKey: [...keysOf(scope, definition?.resource ?? ''), 'options', q],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      // Kept for all screens, so asked for none of them: any screen that refers to the resource will do.
      definition ? options<MasterRecord>(definition, q, { signal, screenId: '' }) : [],
    enabled: definition !== undefined,
    staleTime: FIVE_MINUTES,
  };
}

/** Keys and labels of a resource's records, for a field that refers to it. */
export function useOptions(resource: string, q = '', enabled = true) {
  const scope = useScope();
  const { definition } = useDefinition(resource);
  const query = optionsQuery(scope, definition, q);
  const answer = useQuery({ ...query, enabled: enabled && query.enabled, placeholderData: keepPreviousData });
  const records = useMemo(() => answer.data ?? [], [answer.data]);
  return {
    definition,
    records,
    isFull: records.length >= mostOptions,
    isPending: answer.isPending,
    error: answer.error,
    refetch: answer.refetch,
  };
}

/** A small resource whole; a large one as searched by the server. */
export function useFoundOptions(resource: string, typed: string) {
  const all = useOptions(resource);
  const found = useOptions(resource, typed, all.isFull);
  const isPending = all.isPending || (all.isFull && found.isPending);
  return { ...(all.isFull ? found : all), isFull: all.isFull, isPending };
}

interface State {
  stateCode: string;
  stateName: string;
}

const NO_STATES: State[] = [];
const place = { area: 'app', resource: 'code/stateList' } as const;

/** The states of the caller's country. */
export function useStates(enabled = true) {
  const { countryCode } = useAuth();
  const answer = useQuery({
    queryKey: ['states', countryCode],
    queryFn: ({ signal }) => list<State>(place, { code: countryCode }, { signal, screenId: '' }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
  return { states: answer.data?.content ?? NO_STATES, isPending: answer.isPending };
}

export type LabelOf = (field: Field, record: MasterRecord) => string;

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
  const codes = new Set(shown.filter((record) => !referred(field, known, record)).map((record) => record[own]));
  return [...codes].filter(Boolean).map((code) => ({ place, key, code: String(code) }));
}
