import { useMemo } from 'react';
import { useDefinitions } from '@/lib/definitions';
import type { Field, MasterRecord } from '../model/definition';
import { chosenPair, fits, labelField, optionLabel } from '../model/reference';
import { useFoundOptions, useOptions } from './use-options';

const NONE: MasterRecord[] = [];

/**
 * What a reference field may be set to. Small resources are fetched whole and filtered here;
 * of large ones the server is asked for what was typed, or for what belongs to the field before.
 */
export function useChoices(field: Field, parents: Record<string, unknown>, typed: string) {
  const resource = field.reference?.resource ?? '';
  const parent = Object.values(parents).find((value) => typeof value === 'string');
  const { records, isFull, isPending } = useFoundOptions(resource, typed || String(parent ?? ''));

  const definitions = useDefinitions().data;
  const nested = labelField(definitions ?? [], resource)?.reference?.resource ?? '';
  const labels = useOptions(nested, '', nested !== '');

  const choices = useMemo(() => {
    const [, key] = chosenPair(field);
    const recordsOf = (name: string) => (name === nested ? labels.records : NONE);
    return records
      .filter((record) => fits(field, record, parents))
      .map((record) => {
        const value = String(record[key] ?? '');
        const label = optionLabel(record, resource, definitions ?? [], recordsOf);
        return { value, label: label && label !== value ? `${label} · ${value}` : value };
      });
  }, [records, field, parents, definitions, resource, nested, labels.records]);

  return { choices, isFull, isPending };
}
