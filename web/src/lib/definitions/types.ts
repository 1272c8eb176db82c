import type { Area } from '@/lib/api';
import type { Action } from '@/lib/session';

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
  // Only in logs.
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
  /** Of a log: shown only in the details of an entry. */
  detail?: boolean;
}

/** What the server says about a resource, cut to what the caller may do with it. */
export interface Definition {
  resource: string;
  area: Area;
  screens: string[];
  key: string[];
  label: string;
  tenantScoped: boolean;
  actions: Action[];
  fields: Field[];
  /** Whether the caller may take the list out as a file, or bring one in. */
  exports?: boolean;
  imports?: boolean;
  /** A log is only read; `filters` names the fields it can be asked by. */
  log?: boolean;
  filters?: string[];
}
