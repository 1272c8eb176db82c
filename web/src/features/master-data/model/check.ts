import { isHost } from '@/lib/check';

export { isEmail, isHost, isMobile, isText } from '@/lib/check';
export { isDate } from '@/lib/days';

/** Mail address, mobile number and other formats, as the server checks them (`master_data/check.rs`). */

export function isCode(text: string): boolean {
  return /^[A-Za-z0-9_.@+-]*$/.test(text);
}

/** `https`, or `http` to localhost. */
export function isUrl(text: string): boolean {
  const parts = /^(https?):\/\/([^/?#]*)/.exec(text);
  const [, scheme, authority = ''] = parts ?? [];
  const [, host = '', port = '443'] = /^(.*?)(?::([^:]*))?$/.exec(authority) ?? [];
  const printable = /^[\x21-\x7e]*$/.test(text) && !/["<>\\^`{|}]/.test(text);
  const local = host === 'localhost' || host === '127.0.0.1';
  const portOk = /^\d{1,5}$/.test(port) && Number(port) <= 65_535;
  return Boolean(scheme) && printable && isHost(host) && portOk && (scheme === 'https' || local);
}

export function isIp(text: string): boolean {
  const v4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (v4) return v4.slice(1).every((part) => Number(part) <= 255 && String(Number(part)) === part);
  if (!/^[0-9a-fA-F:.]+$/.test(text) || !text.includes(':')) return false;
  return URL.canParse(`http://[${text}]/`);
}

export type PasswordFault = 'passwordShort' | 'passwordLong' | 'passwordNoLetter' | 'passwordWeak';

export function passwordFault(password: string): PasswordFault | null {
  const length = [...password].length;
  if (length < 7) return 'passwordShort';
  if (length > 19) return 'passwordLong';
  if (!/\p{Alphabetic}/u.test(password)) return 'passwordNoLetter';
  const special = /[^\p{Alphabetic}\p{N}\s]/u;
  return /[0-9]/.test(password) && special.test(password) && !/\p{Cc}/u.test(password)
    ? null
    : 'passwordWeak';
}
