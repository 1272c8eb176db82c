export type { Definition, Field, FieldType, Reference } from '@/lib/definitions';

import type { Definition, Field } from '@/lib/definitions';

export type Value = string | number | boolean | null;
export type MasterRecord = { [name: string]: Value | undefined };

export function fieldOf(definition: Definition, name: string): Field | undefined {
  return definition.fields.find((field) => field.name === name);
}

export function isSingleton(definition: Definition): boolean {
  return definition.key.length === 0;
}

export function isSecret(field: Field): boolean {
  return field.type === 'secret' || field.type === 'password';
}

/** Whether a list contains the field: secrets are never returned, images only by a find. */
export function isListed(field: Field): boolean {
  return !isSecret(field) && field.type !== 'image';
}

/** An optional part of the key; empty means any. */
export function isAny(field: Field): boolean {
  return field.key && !field.required;
}

/** The value as text; absent values are empty. */
export function textOf(value: Value | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

/** The code people name a record by: typed rather than chosen, and not one of a few options. */
export function codeField(definition: Definition): Field | undefined {
  const keys = definition.fields.filter((field) => definition.key.includes(field.name));
  const typed = keys.find((field) => field.type === 'code' && !field.reference);
  const label = keys.find((field) => field.name === definition.label);
  return typed ?? (keys[0]?.type === 'enum' ? (label ?? keys[0]) : keys[0]);
}

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
    return Object.fromEntries(definition.key.map((name, at) => [name, typed(definition, name, parts[at] ?? '')]));
  } catch {
    return null;
  }
}

function typed(definition: Definition, name: string, part: string): Value {
  const text = decodeURIComponent(part);
  if (text === '') return null;
  return fieldOf(definition, name)?.type === 'int' ? Number(text) : text;
}

/** The field and key field the reference chooses; the pairs before it only narrow the choice. */
export function chosenPair(field: Field): [own: string, key: string] {
  const pairs = field.reference?.pairs ?? [];
  return pairs.find(([own]) => own === field.name) ?? [field.name, field.name];
}

type Values = { [name: string]: unknown };

/** Whether an option matches the other fields of the reference. */
export function fits(field: Field, option: MasterRecord, values: Values): boolean {
  const others = (field.reference?.pairs ?? []).filter(([own]) => own !== field.name);
  return others.every(([own, key]) => values[own] === option[key]);
}

/** The option a record refers to. */
export function referred(field: Field, records: MasterRecord[], values: Values): MasterRecord | undefined {
  const [own, key] = chosenPair(field);
  return records.find((record) => record[key] === values[own] && fits(field, record, values));
}

/** Resources whose labels a list needs: those of its columns, and those whose own label is a reference. */
export function labelResources(fields: Field[], definitions: Definition[]): string[] {
  const direct = fields.flatMap((field) => field.reference?.resource ?? []);
  const nested = direct.flatMap((resource) => labelField(definitions, resource)?.reference?.resource ?? []);
  return [...new Set([...direct, ...nested])];
}

export function labelField(definitions: Definition[], resource: string): Field | undefined {
  const definition = definitions.find((each) => each.resource === resource);
  return definition?.fields.find((field) => field.name === definition.label);
}

/** The label of an option; a label that is itself a code is resolved once. */
export function optionLabel(
  option: MasterRecord,
  resource: string,
  definitions: Definition[],
  recordsOf: (resource: string) => MasterRecord[],
): string {
  const field = labelField(definitions, resource);
  if (!field) return '';
  const next = field.reference && referred(field, recordsOf(field.reference.resource), option);
  const nextLabel = next && definitions.find((each) => each.resource === field.reference?.resource)?.label;
  return textOf(next && nextLabel ? next[nextLabel] : option[field.name]);
}
