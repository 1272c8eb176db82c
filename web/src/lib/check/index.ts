/** Mail address, mobile number and other formats, as the server checks them (`master_data/check.rs`). */

/** Printable text; line breaks and tabs are allowed, other control characters are not. */
export function isText(text: string): boolean {
  return !/[^\P{Cc}\n\r\t]/u.test(text);
}

export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const host = text.slice(at + 1);
  const localOk = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/.test(local) && !/^\.|\.$|\.\./.test(local);
  return localOk && host.includes('.') && isHost(host);
}

export function isHost(text: string): boolean {
  const labels = text.split('.');
  return text.length <= 253 && labels.every((label) => /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/.test(label));
}

export function isMobile(text: string): boolean {
  return /^\+?\d{7,15}$/.test(text);
}

/** Mobile numbers are often pasted with spaces; accept them. */
export const tidyMobile = (text: string) => text.replace(/[\s().-]/g, '');

/** A customer's user id. */
export const isAddress = (text: string) => isEmail(text) || isMobile(text);
