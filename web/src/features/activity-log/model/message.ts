export type Value = string | number | boolean | null | object;

/** One field of an audit message: its value before and after, or only that a secret changed. */
export interface Change {
  field: string;
  before: Value;
  after: Value;
  hidden: boolean;
}

export interface Message {
  kind: 'created' | 'changed' | 'deleted' | 'noted';
  changes: Change[];
  /** Anything else recorded, such as what was attempted. */
  notes: [string, string][];
}

interface Detail {
  record?: Record<string, Value>;
  was?: Record<string, Value>;
  changed?: Record<string, [Value, Value] | Value>;
}

const isEmpty = (value: Value | undefined) => value === null || value === undefined || value === '';

/** For a secret only `<name>Set` is recorded. */
const secretOf = (name: string, value: Value) =>
  name.endsWith('Set') && typeof value === 'boolean' ? name.slice(0, -3) : undefined;

function valuesOf(record: Record<string, Value>, side: 'before' | 'after'): Change[] {
  return Object.entries(record).flatMap(([name, value]): Change[] => {
    const secret = secretOf(name, value);
    if (isEmpty(value) || (secret && value === false)) return [];
    if (secret) return [{ field: secret, before: null, after: null, hidden: true }];
    return [{ field: name, before: null, after: null, hidden: false, [side]: value }];
  });
}

function changesOf(changed: NonNullable<Detail['changed']>): Change[] {
  return Object.entries(changed).map(([field, change]) =>
    Array.isArray(change)
      ? { field, before: change[0] ?? null, after: change[1] ?? null, hidden: false }
      : { field, before: null, after: null, hidden: true },
  );
}

/** Shown elsewhere, or of technical use only. */
const untold = ['record', 'was', 'changed', 'meetingId', 'fileId', 'documentNo'];

/** Event-specific notes are nested one level deeper. */
function notesOf({ more, ...detail }: { more?: unknown }): [string, string][] {
  const all = { ...detail, ...(more && typeof more === 'object' && !Array.isArray(more) ? more : {}) };
  return Object.entries(all).flatMap(([name, value]): [string, string][] => {
    const text = Array.isArray(value) ? value.filter((each) => typeof each !== 'object').join(', ') : value;
    return untold.includes(name) || isEmpty(text as Value) || typeof text === 'object' ? [] : [[name, String(text)]];
  });
}

export function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return text;
  }
}

/** The audit message of an entry in readable form. Text that is not an audit message is shown as it is. */
export function readMessage(text: string | null): Message {
  const detail = parse(text);
  if (typeof detail !== 'object' || detail === null) {
    return { kind: 'noted', changes: [], notes: isEmpty(detail as Value) ? [] : [['', String(detail)]] };
  }
  const { record, was, changed } = detail as Detail;
  const notes = notesOf(detail);
  if (changed) return { kind: 'changed', changes: changesOf(changed), notes };
  if (record) return { kind: 'created', changes: valuesOf(record, 'after'), notes };
  if (was) return { kind: 'deleted', changes: valuesOf(was, 'before'), notes };
  return { kind: 'noted', changes: [], notes };
}

/** One log entry: field name to text; null for a time not yet reached. */
export type Entry = Record<string, string | null>;

/** A login that was never ended; a failed one never began. */
export const isOpen = ({ outcome = 'success', logoutDateTime }: Entry) => outcome === 'success' && !logoutDateTime;

/** Numbers arrive as numbers; here everything is text. */
export const textual = (row: Record<string, string | number | null>): Entry =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  );

export interface Line {
  id: string;
  entry: Entry;
}

/** Logs have no key: an entry is identified by its time and its position among entries of the same moment. */
export function linesOf(entries: Entry[], timeField: string): Line[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const time = entry[timeField] ?? '';
    const nth = seen.get(time) ?? 0;
    seen.set(time, nth + 1);
    return { id: nth === 0 ? time : `${time}~${nth}`, entry };
  });
}
