import type { ResultCode } from '@/lib/feedback';
import type { Service } from '@/lib/session';

export type Area = 'admin' | 'app' | 'sms' | 'transaction';
/** FA find all · F find · S save · U update · D delete */
export type Operation = 'FA' | 'F' | 'S' | 'U' | 'D';
export type Value = string | number | boolean | null | undefined;
export type Query = Record<string, Value>;
/** A record of any resource: field name to value. */
// biome-ignore lint/suspicious/noExplicitAny: a record's fields are only known at run time, from its definition
export type Row = Record<string, any>;

/** Where a resource lives; every typed function takes one. A Definition is also a Place. */
export interface Place {
  resource: string;
  area: Area;
  /** Defaults to the area's own service: transaction → banker, in the portal customer. */
  service?: Service;
}

export interface Manner {
  /** Defaults to the screen of the current path. */
  screenId?: string;
  /** 'popup' shows the failure; 'inline' leaves it to the caller (`messageOf(error)`). Field errors are never popped up. */
  failure?: 'popup' | 'inline';
  success?: 'toast' | 'popup' | 'none';
  signal?: AbortSignal;
  /** Sent without token and header json, as if nobody were logged in. */
  anonymous?: boolean;
  /** Runs in the background: no spinner covers the page, even for a write. */
  quiet?: boolean;
  /** Idempotency key of a save, so that a lost answer does not store it twice. */
  key?: string;
}

export interface Call extends Place, Manner {
  operation?: Operation;
  method?: 'GET' | 'POST';
  body?: unknown;
  query?: Query;
}

export interface Data<T> {
  content?: T[];
  record?: T;
  page?: number;
  size?: number;
  totalElements?: number;
  newestOnly?: boolean;
  ErrorCodeDTO?: ResultCode[];
}

export interface Envelope<T> {
  status: 'S' | 'W' | 'F';
  data: Data<T>;
  error?: string;
}

export interface Page<T> {
  content: T[];
  page: number;
  size: number;
  totalElements: number;
  /** The text search only looked at its newest matches. */
  newestOnly?: boolean;
}

export interface ListQuery extends Query {
  /** From 0. Without it the server returns all records. */
  page?: number;
  size?: number;
  /** `field` or `-field`. */
  sort?: string;
  q?: string;
}

export interface HistoryEntry {
  at: string;
  actor: string;
  /** S, U, D, or the outcome of a proposed change. */
  action: string;
  detail: unknown;
}

export interface ImportFault {
  line: number;
  errors: { field: string | null; message: string }[];
}

export interface ImportResult {
  rows: number;
  imported: number;
  dryRun: boolean;
  faults: ImportFault[];
  moreFaults: number | boolean;
  /** The lines that wait for a second person. */
  waiting?: number[];
}
