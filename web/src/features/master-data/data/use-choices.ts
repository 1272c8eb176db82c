import { useMemo } from 'react';
import { useByCode } from '@/lib/by-code';
import { useDefinitions } from '@/lib/definitions';
import type { Field, MasterRecord } from '../model/definition';
import { chosenPair, fits, labelField, optionLabel } from '../model/reference';
import { useFoundOptions, useOptions } from './use-options';

const NONE: MasterRecord[] = [];

/**
 * The options of a reference field. Small resources are fetched whole and filtered here;
 * large ones are searched on the server by the typed text or the parent field.
 */
export function useChoices(
  field: Field,
  parents: Record<string, unknown>,
  typed: string,
  value: string | null,
) {
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
