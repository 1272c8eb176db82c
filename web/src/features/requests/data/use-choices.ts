import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { options, type Row } from '@/lib/api';
import { useDefinition } from '@/lib/definitions';
import { useAuth } from '@/lib/session';
import { useKeys } from './keys';

export interface Choice {
  value: string;
  label: string;
}

const fiveMinutes = 300_000;
const none: Choice[] = [];

/** The records of a master to choose from; `undefined` for somebody who may not look them up and has to type. */
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

/** People are known by their id and only called by their name; everything else is known by its name. */
function choice(row: Row, key: string, label: string): Choice {
  const value = String(row[key]);
  const name = nameOf(row) || String(row[label] ?? value);
  return { value, label: key === 'userId' && name !== value ? `${value} · ${name}` : name };
}

const nameOf = (row: Row) => [row.firstName, row.lastName].filter(Boolean).join(' ');

/** The name of a code, where it is known. */
export function useNames(resource: string, key: string) {
  const choices = useChoices(resource, key);
  return useMemo(() => {
    const names = new Map(choices?.map(({ value, label }) => [value, label]));
    return (code: string) => names.get(code) ?? code;
  }, [choices]);
}

/** The branches the person may enter in this tenant, by name where that may be looked up. */
export function useBranches(): Choice[] {
  const { branches, tenantCode } = useAuth();
  const name = useNames('branchmaster', 'branchCode');
  return useMemo(
    () =>
      branches
        .filter((branch) => branch.tenantCode === tenantCode)
        .map(({ branchCode }) => ({ value: branchCode, label: name(branchCode) })),
    [branches, tenantCode, name],
  );
}

/** The documents that can be asked for, by their titles, which are a master of their own. */
export function useDocumentChoices(isWanted: boolean): Choice[] | undefined {
  const documents = useChoices('documentdefinition', 'documentCode', isWanted);
  const title = useNames('entity/documentdefinition', 'titleCode');
  return useMemo(
    () =>
      documents
        ?.map(({ value, label }) => ({ value, label: title(label) }))
        .sort((one, other) => one.label.localeCompare(other.label)),
    [documents, title],
  );
}
