import type { Fault } from '@/components/form/faults';
import { isEmail, isHost, isMobile, isText } from '@/lib/check';
import { isDate } from '@/lib/days';
import { passwordFault } from '@/lib/password';
import { type Definition, type Field, isSecret, type MasterRecord, textOf } from './definition';

export type Purpose = 'save' | 'update';

/** The error of one field; the rules are those of `master_data/validate.rs`, in the same order. */
export function checkField(field: Field, given: MasterRecord[string], purpose: Purpose): Fault | null {
  if (field.type === 'bool') return null;
  const text = isSecret(field) ? textOf(given) : textOf(given).trim();
  if (text === '') {
    const kept = purpose === 'update' && isSecret(field);
    return field.required && !kept ? { key: field.chosen ? 'select' : 'enter' } : null;
  }
  if (field.type === 'int') return checkNumber(field, text);
  if (field.type === 'password') return asFault(passwordFault(text));
  if (field.max > 0 && [...text].length > field.max) return { key: 'maxLength', values: { max: field.max } };
  if (field.type === 'theme') return asFault(themeFault(text));
  return hasShape(field, text) ? null : shapeFault(field);
}

function asFault(key: string | null): Fault | null {
  return key ? { key } : null;
}

function checkNumber(field: Field, text: string): Fault | null {
  if (!/^-?\d+$/.test(text)) return { key: 'wrongType' };
  const number = Number(text);
  if (String(Math.abs(number)).length > field.max) return { key: 'maxDigits', values: { max: field.max } };
  const least = field.least ?? 0;
  const most = field.most ?? Number.MAX_SAFE_INTEGER;
  return number >= least && number <= most ? null : { key: 'range', values: { min: least, max: most } };
}

function hasShape(field: Field, text: string): boolean {
  switch (field.type) {
    case 'code':
      return isCode(text);
    case 'email':
      return isText(text) && isEmail(text);
    case 'mobile':
      return isMobile(text);
    case 'url':
      return isUrl(text);
    case 'ip':
      return isIp(text);
    case 'enum':
      return field.options?.includes(text) ?? true;
    case 'date':
      return isDate(text);
    case 'image':
    case 'state':
    case 'timezone':
      return true;
    default:
      return isText(text);
  }
}

function shapeFault(field: Field): Fault {
  if (field.type === 'email') return { key: field.name === 'mailId' ? 'validMailId' : 'validEmail' };
  if (field.type === 'date') return { key: 'validDate' };
  if (field.type === 'url') return { key: 'httpsRequired' };
  if (field.name === 'userId') return { key: 'validUserId' };
  return { key: field.chosen ? 'selectValid' : 'enterValid' };
}

/** All errors of a record by field; empty when it may be sent. */
export function checkRecord(definition: Definition, record: MasterRecord, purpose: Purpose): Record<string, Fault> {
  const faults: Record<string, Fault> = {};
  for (const field of definition.fields) {
    const fault = isCompanion(definition, field) ? null : checkField(field, record[field.name], purpose);
    if (fault) faults[field.name] = fault;
  }
  return faults;
}

/** The entity code comes from the session and is never typed. */
export function isCompanion(definition: Definition, field: Field): boolean {
  return field.key && !definition.key.includes(field.name);
}

/** Mail address, mobile number and other formats, as the server checks them (`master_data/check.rs`). */

export function isCode(text: string): boolean {
  return /^[A-Za-z0-9_.@+-]*$/.test(text);
}

/** `https`, or `http` to localhost. */
function isUrl(text: string): boolean {
  const parts = /^(https?):\/\/([^/?#]*)/.exec(text);
  const [, scheme, authority = ''] = parts ?? [];
  const [, host = '', port = '443'] = /^(.*?)(?::([^:]*))?$/.exec(authority) ?? [];
  const printable = /^[\x21-\x7e]*$/.test(text) && !/["<>\\^`{|}]/.test(text);
  const local = host === 'localhost' || host === '127.0.0.1';
  const portOk = /^\d{1,5}$/.test(port) && Number(port) <= 65_535;
  return Boolean(scheme) && printable && isHost(host) && portOk && (scheme === 'https' || local);
}

function isIp(text: string): boolean {
  const v4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (v4) return v4.slice(1).every((part) => Number(part) <= 255 && String(Number(part)) === part);
  if (!/^[0-9a-fA-F:.]+$/.test(text) || !text.includes(':')) return false;
  return URL.canParse(`http://[${text}]/`);
}

const COLOUR = /^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/;
const isPixels = (value: string) => /^\d{1,2}px$/.test(value) && Number.parseInt(value, 10) <= 24;

const TOKENS: Record<string, (value: string) => boolean> = {
  '--t-brand': (value) => COLOUR.test(value),
  '--t-accent': (value) => COLOUR.test(value),
  '--t-sidebar': (value) => COLOUR.test(value),
  '--t-ink': (value) => COLOUR.test(value),
  '--t-radius': isPixels,
};

/** An entity's theme is a set of known tokens with validated values; never raw CSS. */
export function themeFault(text: string): 'invalidTheme' | null {
  try {
    const tokens: unknown = JSON.parse(text);
    if (typeof tokens !== 'object' || tokens === null || Array.isArray(tokens)) return 'invalidTheme';
    const good = Object.entries(tokens).every(([name, value]) => typeof value === 'string' && TOKENS[name]?.(value));
    return good ? null : 'invalidTheme';
  } catch {
    return 'invalidTheme';
  }
}
