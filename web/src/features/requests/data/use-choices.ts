import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Choice } from '@/components/select';
import { options, type Row } from '@/lib/api';
import { mostOptions, useByCode } from '@/lib/by-code';
import { useDefinition } from '@/lib/definitions';
import { useAuth } from '@/lib/session';
import { useKeys } from './use-request';

const fiveMinutes = 300_000;
const none: Choice[] = [];

/** A master's records to choose from; `undefined` for users who may not read it and type the code. */
export function useChoices(resource: string, key: string, isWanted = true): Choice[] | undefined {
  const keys = useKeys();
  const { definition } = useDefinition(resource);
  const { data, error } = useQuery({
    queryKey: [...keys.root, 'choices', resource],
    enabled: isWanted && definition !== undefined,
    staleTime: fiveMinutes,
    retry: false,
    queryFn: ({ signal }) =>
      options<Row>({ area: definition?.area ?? 'admin', resource }, '', {
        signal,
        screenId: '',
        quiet: true,
      }),
  });
  const label = definition?.label ?? key;
  return useMemo(() => {
    if (!definition || error) return undefined;
    return data?.map((row) => choice(row, key, label)) ?? none;
  }, [data, definition, error, key, label]);
}

/** People by name with their id beside it; everything else by name. */
function choice(row: Row, key: string, label: string): Choice {
  const value = String(row[key]);
  const name = nameOf(row) || String(row[label] ?? value);
  return { value, label: key === 'userId' && name !== value ? `${name} · ${value}` : name };
}

const nameOf = (row: Row) => [row.firstName, row.lastName].filter(Boolean).join(' ');

/** The name of a code, where known. `codes` are the shown ones: their names are fetched if needed. */
export function useNames(resource: string, key: string, codes: (string | null | undefined)[] = []) {
  const choices = useChoices(resource, key);
  const { definition } = useDefinition(resource);
  const label = definition?.label ?? key;
  const listed = useMemo(() => new Map(choices?.map((each) => [each.value, each.label])), [choices]);
  const isFull = listed.size >= mostOptions;
  const missing = isFull ? [...new Set(codes)].filter((code) => code && !listed.has(code)) : [];
  const place = { area: definition?.area ?? 'admin', resource } as const;
  const found = useByCode(missing.map((code) => ({ place, key, code: String(code) })));
  return useMemo(() => {
    const others = found[resource]?.map((row) => choice(row, key, label)) ?? none;
    return (code: string) => listed.get(code) ?? others.find(({ value }) => value === code)?.label ?? code;
  }, [listed, found, resource, key, label]);
}

/** The branches the user may enter in this tenant, by name where readable. */
export function useBranches(): Choice[] {
  const { branches, tenantCode } = useAuth();
  const codes = useMemo(
    () => branches.filter((branch) => branch.tenantCode === tenantCode).map(({ branchCode }) => branchCode),
    [branches, tenantCode],
  );
  const name = useNames('branchmaster', 'branchCode', codes);
  return useMemo(() => codes.map((code) => ({ value: code, label: name(code) })), [codes, name]);
}

/** The documents that can be requested, by title from their own master. */
export function useDocumentChoices(isWanted: boolean): Choice[] | undefined {
  const documents = useChoices('documentdefinition', 'documentCode', isWanted);
  const titles = documents?.map(({ label }) => label);
  const title = useNames('entity/documentdefinition', 'titleCode', titles);
  return useMemo(
    () =>
      documents
        ?.map(({ value, label }) => ({ value, label: title(label) }))
        .sort((one, other) => one.label.localeCompare(other.label)),
    [documents, title],
  );
}
