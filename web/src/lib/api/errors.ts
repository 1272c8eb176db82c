import { isSuppressed, type ResultCode, showFailure } from '@/lib/feedback';
import { t } from '@/lib/wording';

/** Any failed call. `message` is ready to show, in the user's language. */
export class ApiError extends Error {
  constructor(
    /** The HTTP status; 0 without an answer. */
    readonly status: number,
    message: string,
    readonly codes: ResultCode[] = [],
    /** The rest of the answer's data; an import returns its invalid rows there. */
    readonly data: object = {},
    /** Seconds to wait before a retry, when the server says so. */
    readonly retryAfter = 0,
  ) {
    super(message);
    this.name = 'ApiError';
  }

  /** Messages by field name, shown under the fields. The first message of a field wins. */
  get fields(): Record<string, string> {
    const fields: Record<string, string> = {};
    for (const code of this.codes) if (code.field) fields[code.field] ??= wordsOf(code);
    return fields;
  }

  /** True when the body is not shown: it is missing, or not meant for users. */
  get isNetwork() {
    return [0, 400, 500].includes(this.status);
  }

  get hasFields() {
    return Object.keys(this.fields).length > 0;
  }
}

/** Refused because the user declined the second factor. */
export class DeclinedError extends ApiError {}

export const isDeclined = (error: unknown): boolean => error instanceof DeclinedError;

export const hasCode = (error: unknown, wanted: string): boolean =>
  error instanceof ApiError && error.codes.some(({ code }) => code === wanted);

/** The connection is lost or the server is gone: another try may succeed. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && [0, 502, 503, 504].includes(error.status);

/** Somebody else changed the record in the meantime. */
export const isStale = (error: unknown): boolean => hasCode(error, 'stale');

/** 400 and 500 always show networkIssue; other statuses show the body's message if there is one. */
export function failureMessage(status: number, error: string | undefined) {
  const hidden = status === 400 || status === 500;
  return (hidden ? '' : error) || t('message.networkIssue');
}

/** The message of a code in the page's current language, if it needs no parameters. */
function wordsOf({ code, message }: ResultCode) {
  const key = `message.${code}`;
  const raw = t(key, { skipInterpolation: true, defaultValue: '' });
  return raw === '' || raw.includes('{{') ? message : t(key);
}

/** Worded when shown, not when received: the language may have changed since. */
export function messageOf(error: unknown) {
  if (!(error instanceof ApiError) || error.isNetwork) return t('message.networkIssue');
  const [only, ...more] = error.codes;
  return only && more.length === 0 && only.message === error.message ? wordsOf(only) : error.message;
}

/**
 * Shows the result popup of a failure; returns whether the user is informed. A 401 has its own dialog, a user who
 * declined knows, and suppressed codes have no popup, so the form must show them.
 */
export function showError(error: unknown): boolean {
  const { status = 0, codes = [] } = error instanceof ApiError ? error : {};
  if (status === 401 || isDeclined(error)) return true;
  if (codes.length > 0 && isSuppressed(codes)) return false;
  showFailure(messageOf(error));
  return true;
}

/** How long a rate-limited caller must wait, in seconds; otherwise 0. */
export const waitOf = (error: unknown) => (error instanceof ApiError && error.status === 429 ? error.retryAfter : 0);

export const fieldsOf = (error: unknown) => (error instanceof ApiError ? error.fields : {});
