import { ApiError } from '@/lib/api';
import { t } from '@/lib/wording';

/** An error by its key in `message` of the wording, with the parameters besides the label. */
export interface Fault {
  key: string;
  values?: Record<string, string | number>;
  /** The server's own text. */
  said?: string;
}

/** In the current language; the server's text where ours would lack something. */
export function faultText({ key, values, said }: Fault, label: string): string {
  const raw: string = t(`message.${key}`, { skipInterpolation: true, defaultValue: '' });
  const needsMore = raw.replaceAll('{{label}}', '').includes('{{') && !values;
  return said !== undefined && (raw === '' || needsMore) ? said : t(`message.${key}`, { label, ...values });
}

/** The server's errors by field; the first of a field wins. */
export function faultsOf(error: unknown): Record<string, Fault> {
  const codes = error instanceof ApiError ? error.codes : [];
  const named = codes.filter(({ field }) => field);
  const faults = named.map(({ field, code, message }) => [field, { key: code, said: message }] as const);
  return Object.fromEntries(faults.reverse());
}
