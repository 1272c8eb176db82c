import { codeField, type Definition, type Field, isSecret, type MasterRecord, textOf, type Value } from './definition';
import { isCompanion } from './validate';

export type Mode = 'create' | 'edit' | 'copy';

/** Form values: text for typed fields, `null` for unset choices, booleans for switches. */
export type FormValues = { [name: string]: string | boolean | null };

/** The initial values of a form. */
export function startValues(definition: Definition, mode: Mode, record?: MasterRecord): FormValues {
  const cleared = mode === 'copy' ? notCopied(definition) : new Set<string>();
  return Object.fromEntries(
    definition.fields.map((field) => [field.name, startValue(field, cleared.has(field.name) ? undefined : record)]),
  );
}

function startValue(field: Field, record?: MasterRecord): string | boolean | null {
  if (isSecret(field)) return '';
  const value = record?.[field.name];
  // Unset values stay unset: the server knows their default.
  if (field.type === 'bool')
    return typeof value === 'boolean' || !field.required ? ((value as boolean | null) ?? null) : false;
  if (record === undefined && field.name === 'status') return field.options?.[0] ?? null;
  if (field.chosen || field.type === 'image') return value === undefined ? null : (value as string | null);
  return textOf(value);
}

/**
 * A copy needs its own key: typed key fields are cleared; if all are chosen, the last one.
 * Unique values are not copied either.
 */
export function notCopied(definition: Definition): Set<string> {
  const keys = definition.fields.filter((field) => definition.key.includes(field.name));
  const typed = keys.filter((field) => !field.chosen);
  const own = typed.length > 0 ? typed : keys.slice(-1);
  const unique = definition.fields.filter((field) => field.unique);
  return new Set([...own, ...unique].map((field) => field.name));
}

/** Typed beside a new password of one's own; it belongs to the call, not to the record. */
export const CURRENT_PASSWORD = 'currentPassword';

/** A new user is invited to choose the password, unless the form sets one. */
export const SEND_INVITATION = 'sendInvitation';

export const isInvited = (definition: Definition, values: FormValues) =>
  definition.resource === 'usermaster' && values[SEND_INVITATION] !== false && !values.password;

/** Lists that a user form sends beside the record, once they are changed. */
const USER_LISTS = ['roles', 'branches'];

/** The name under which the server says whether a secret is set; sent as `false`, it clears the secret. */
export const setName = ({ name }: Field) => `${name}Set`;

/** The record as sent to the server. Empty secrets are left out, so that they stay unchanged unless they are cleared. */
export function toBody(definition: Definition, values: FormValues, record?: MasterRecord): MasterRecord {
  const body: MasterRecord = {};
  for (const field of definition.fields) {
    if (isCompanion(definition, field)) continue;
    const value = toWire(field, values[field.name] ?? null);
    if (!(isSecret(field) && value === null)) body[field.name] = value;
    else if (values[setName(field)] === false) body[setName(field)] = false;
  }
  if (record) body.versionNumber = record.versionNumber ?? null;
  if (values[CURRENT_PASSWORD] && body.password) body[CURRENT_PASSWORD] = values[CURRENT_PASSWORD];
  if (definition.resource !== 'usermaster') return body;
  if (!record && isInvited(definition, values)) body[SEND_INVITATION] = true;
  const changed = USER_LISTS.filter((name) => values[name]);
  return { ...body, ...Object.fromEntries(changed.map((name) => [name, JSON.parse(String(values[name]))])) };
}

function toWire(field: Field, value: string | boolean | null): Value {
  if (typeof value === 'boolean' || value === null) return value;
  const text = isSecret(field) ? value : value.trim();
  if (text === '') return null;
  return field.type === 'int' ? Number(text) : text;
}

/** A record's display name: code, label, and what else distinguishes it. */
export function nameOf(definition: Definition, record: MasterRecord, show = plainly): string {
  const code = codeField(definition)?.name;
  const names = [...new Set([code, definition.label, ...definition.key])];
  const fields = names.map((name) => definition.fields.find((field) => field.name === name));
  const texts = fields.map((field) => (field ? show(field, record) : '')).filter(Boolean);
  return [...new Set(texts)].join(' · ');
}

const plainly = (field: Field, record: MasterRecord) => textOf(record[field.name]);
