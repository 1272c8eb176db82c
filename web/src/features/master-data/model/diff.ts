import { type Definition, isSecret, type MasterRecord, type Value } from './definition';

/** What the server recorded besides who and when. */
export interface Detail {
  record?: MasterRecord;
  was?: MasterRecord;
  changed?: Record<string, [Value, Value] | string>;
  by?: string;
}

/** One line of a history: a field with its value before and after, or only that a secret changed. */
export interface Change {
  field: string;
  before: Value;
  after: Value;
  hidden: boolean;
}

const isEmpty = (value: Value | undefined) => value === null || value === undefined || value === '';

/** What a history entry changed, in the order of the definition. */
export function changesOf(definition: Definition, given: unknown): Change[] {
  const detail = (given ?? {}) as Detail;
  return definition.fields.flatMap((field): Change[] => {
    const name = field.name;
    if (detail.changed) {
      const change = detail.changed[name];
      if (change === undefined) return [];
      if (!Array.isArray(change)) return [{ field: name, before: null, after: null, hidden: true }];
      return [{ field: name, before: change[0] ?? null, after: change[1] ?? null, hidden: false }];
    }
    if (isSecret(field)) {
      const set = detail.record?.[`${name}Set`] === true;
      return set ? [{ field: name, before: null, after: null, hidden: true }] : [];
    }
    const before = detail.was?.[name] ?? null;
    const after = detail.record?.[name] ?? null;
    return isEmpty(before) && isEmpty(after) ? [] : [{ field: name, before, after, hidden: false }];
  });
}

/** Whether a record was imported rather than entered in a form. */
export function isImported(given: unknown): boolean {
  return (given as Detail | null)?.by === 'import';
}
