import type { Definition, Field } from '@/lib/definitions';

export type { Definition, Field, FieldType, Reference } from '@/lib/definitions';

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
