import { useQuery } from '@tanstack/react-query';
import { type Area, list } from '@/lib/api';
import { type Action, useAuth } from '@/lib/session';

const place = { area: 'app', resource: 'definition' } as const;

/** All definitions the caller may use; fetched once per session. */
export function useDefinitions() {
  const { entityCode, userId } = useAuth();
  return useQuery({
    queryKey: ['definition', entityCode, userId],
    queryFn: () => list<Definition>(place, {}, { screenId: '' }),
    select: ({ content }) => content,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** `{ definition, isPending, error, refetch }`; definition is undefined when the caller may not use it. */
export function useDefinition(resource: string) {
  const { data, isPending, error, refetch } = useDefinitions();
  return { definition: data?.find((each) => each.resource === resource), isPending, error, refetch };
}

export type FieldType =
  | 'code'
  | 'text'
  | 'int'
  | 'bool'
  | 'enum'
  | 'email'
  | 'mobile'
  | 'url'
  | 'secret'
  | 'password'
  | 'image'
  | 'theme'
  | 'timezone'
  | 'date'
  | 'ip'
  | 'state'
  // Logs only.
  | 'time';

export interface Reference {
  resource: string;
  /** [own field, key field of the referred record] */
  pairs: [string, string][];
}

export interface Field {
  name: string;
  type: FieldType;
  max: number;
  required: boolean;
  key: boolean;
  unique: boolean;
  chosen: boolean;
  options?: string[];
  least?: number;
  most?: number;
  reference?: Reference;
  /** For logs: shown only in the details of an entry. */
  detail?: boolean;
}

/** The server's description of a resource, limited to what the caller may do. */
export interface Definition {
  resource: string;
  area: Area;
  screens: string[];
  key: string[];
  label: string;
  tenantScoped: boolean;
  actions: Action[];
  fields: Field[];
  /** Whether the caller may export or import the list. */
  exports?: boolean;
  imports?: boolean;
  /** A log is read-only; `filters` names the fields it can be filtered by. */
  log?: boolean;
  filters?: string[];
}
