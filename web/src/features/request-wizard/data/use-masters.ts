import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Choice } from '@/components/select';
import { list, options, type Row } from '@/lib/api';
import { mostOptions, useByCode } from '@/lib/by-code';
import { countryName } from '@/lib/formats';
import { type Level, levelPlace, partyLevels } from '@/lib/party-levels';
import { useAuth } from '@/lib/session';
import { useLanguage } from '@/lib/wording';
import { type MasterName, masters } from '../model/fields';

const fiveMinutes = 300_000;
const none: Row[] = [];

/** Keys and names of a master's records; the server returns at most 500. */
function useRecords(resource: string, q = '', enabled = true) {
  const { entityCode, tenantCode, userId } = useAuth();
  const answer = useQuery({
    queryKey: ['options', entityCode, tenantCode, userId, resource, q],
    queryFn: ({ signal }) => options({ area: 'admin', resource }, q, { signal, quiet: true }),
    staleTime: fiveMinutes,
    enabled,
  });
  return { ...answer, records: answer.data ?? none };
}

/** Small masters are fetched whole; large ones are searched on the server. */
function useFound(resource: string, typed: string) {
  const all = useRecords(resource);
  const isFull = all.records.length >= mostOptions;
  const found = useRecords(resource, typed, isFull && typed !== '');
  return { ...(isFull && typed !== '' ? found : all), isFull };
}

/** The chosen parents of a field, by their names in its master. */
export type Within = Record<string, string | null>;

/** A record without a parent goes with every choice. */
const fitsIn = (within: Within) => (each: Row) =>
  Object.entries(within).every(([name, chosen]) => !each[name] || chosen === null || each[name] === chosen);

const anywhere: Within = {};

/** The options of a field: those that go with the chosen parents. */
export function useMaster(name: MasterName, typed = '', within = anywhere) {
  const [resource, value, label] = masters[name];
  const category = (name === 'requestSubCategory' && within.categoryCode) || '';
  const { records, isPending, isError, refetch, isFull } = useFound(resource, typed || category);
  const parents = JSON.stringify(within);
  const choices = useMemo(() => {
    const fits = fitsIn(JSON.parse(parents));
    const choiceOf = (each: Row): Choice => ({
      value: String(each[value]),
      label: String(each[label] ?? each[value]),
    });
    // Categories share codes of subcategories, so there is no choice before the category.
    if (name === 'requestSubCategory' && !category) return [];
    return records.filter(fits).map(choiceOf);
  }, [records, parents, name, category, value, label]);
  /** Known, and not one of the options. */
  const isMisfit = (code: string | null) =>
    records.some((each) => each[value] === code) && choices.every((choice) => choice.value !== code);
  return { choices, isPending, isError, refetch, isFull, isMisfit };
}

/** The name of a chosen code; the code itself while the name is unknown. */
export function useMasterName(name: MasterName, code: string | null, within = anywhere) {
  const { choices, isFull } = useMaster(name, '', within);
  const [resource, key, label] = masters[name];
  const listed = choices.find(({ value }) => value === code)?.label;
  const isMissing = isFull && code !== null && listed === undefined;
  const found = useByCode(isMissing ? [{ place: { area: 'admin', resource }, key, code }] : []);
  return listed ?? found[resource]?.[0]?.[label] ?? code ?? '';
}

/** The levels of authorised parties. */
export function usePartyLevels() {
  const { records, isPending, isError, refetch } = useRecords(levelPlace.resource);
  const choices = useMemo(() => partyLevels(records as Level[]), [records]);
  return { choices, isPending, isError, refetch };
}

/** All document definitions by title. */
export function useDocuments() {
  const definitions = useRecords('documentdefinition');
  const titles = useRecords('entity/documentdefinition');
  const choices = useMemo(() => {
    const names = new Map(titles.records.map((each) => [each.titleCode, String(each.titleDesc)]));
    const choiceOf = (each: Row): Choice => ({
      value: String(each.documentCode),
      label: names.get(each.titleCode) ?? String(each.titleCode ?? each.documentCode),
    });
    const byName = (one: Choice, other: Choice) => one.label.localeCompare(other.label);
    return definitions.records.map(choiceOf).sort(byName);
  }, [definitions.records, titles.records]);
  const { isPending, isError, refetch } = definitions;
  return { choices, isPending, isError, refetch };
}

function usePlaces(resource: string, code: string, enabled: boolean) {
  const place = { area: 'app', resource: `code/${resource}` } as const;
  return useQuery({
    queryKey: ['places', resource, code],
    queryFn: ({ signal }) => list(place, code ? { code } : {}, { signal, screenId: '', quiet: true }),
    select: ({ content }) => content,
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
}

export function useCountries() {
  const { data = none, isPending, isError, refetch } = usePlaces('countryList', '', true);
  const language = useLanguage();
  const choices = useMemo(() => {
    const codes = data.map(({ countryCode }) => String(countryCode));
    return codes.map((value): Choice => ({ value, label: countryName(value, language) }));
  }, [data, language]);
  return { choices, isPending, isError, refetch, isFull: false };
}

/** Not every country has a list of states. */
export function useStates(country: string | null) {
  const answer = usePlaces('stateList', country ?? '', country !== null);
  const { data = none, isPending, isError, refetch } = answer;
  const choices = useMemo(
    () => data.map((each): Choice => ({ value: String(each.stateCode), label: String(each.stateName) })),
    [data],
  );
  return { choices, isPending: isPending && country !== null, isError, refetch, isFull: false };
}
