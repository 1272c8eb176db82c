import { type Definition, fieldOf, type MasterRecord, textOf, type Value } from './definition';

/** No code contains it, and addresses carry it unescaped. */
const BETWEEN = '*';

/** The key fields of a record, as find, delete and history need them. */
export function keyOf(definition: Definition, record: MasterRecord): MasterRecord {
  return Object.fromEntries(definition.key.map((name) => [name, record[name] ?? null]));
}

/** The key as one short text: for addresses, row identity and selections. */
export function keyText(definition: Definition, record: MasterRecord): string {
  return definition.key.map((name) => escaped(textOf(record[name]))).join(BETWEEN);
}

/** Escapes only ambiguous characters, so that the address stays legible. */
function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll(BETWEEN, '%2A');
}

/** Parses the output of `keyText`; `null` for a malformed address. */
export function readKey(definition: Definition, text: string): MasterRecord | null {
  const parts = definition.key.length === 0 ? [] : text.split(BETWEEN);
  if (parts.length !== definition.key.length) return null;
  try {
    return Object.fromEntries(
      definition.key.map((name, at) => [name, typed(definition, name, parts[at] ?? '')]),
    );
  } catch {
    return null;
  }
}

function typed(definition: Definition, name: string, part: string): Value {
  const text = decodeURIComponent(part);
  if (text === '') return null;
  return fieldOf(definition, name)?.type === 'int' ? Number(text) : text;
}
