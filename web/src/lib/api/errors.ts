import { isSuppressed, type ResultCode, showFailure } from '@/lib/feedback';
import { t } from '@/lib/wording';

/** Any call that did not succeed. `message` is ready to be shown, in the caller's language. */
export class ApiError extends Error {
  constructor(
    /** The HTTP status; 0 when no answer came at all. */
    readonly status: number,
    message: string,
    readonly codes: ResultCode[] = [],
    /** The rest of the answer's data; an import puts its faulty rows there. */
    readonly data: object = {},
    /** Seconds to wait before another try, when the server said so. */
    readonly retryAfter = 0,
  ) {
    super(message);
    this.name = 'ApiError';
  }

  /** Messages by field name, for the places under the fields. The first message of a field wins. */
  get fields(): Record<string, string> {
    const fields: Record<string, string> = {};
    for (const code of this.codes) if (code.field) fields[code.field] ??= wordsOf(code);
    return fields;
  }

  /** Nothing of the body is shown: none came, or what it says is not for people. */
  get isNetwork() {
    return [0, 400, 500].includes(this.status);
  }

  get hasFields() {
    return Object.keys(this.fields).length > 0;
  }
}

/** Refused for want of a second factor, by somebody who was asked for it and would not. */
export class DeclinedError extends ApiError {}

export const isDeclined = (error: unknown): boolean => error instanceof DeclinedError;

/** 400 and 500 say networkIssue whatever the body holds; others what the body says, if it does. */
export function failureMessage(status: number, error: string | undefined) {
  const hidden = status === 400 || status === 500;
  return (hidden ? '' : error) || t('message.networkIssue');
}

/** The message of a code in the language of the page now, where it can be worded without more than the code. */
function wordsOf({ code, message }: ResultCode) {
  const key = `message.${code}`;
  const raw = t(key, { skipInterpolation: true, defaultValue: '' });
  return raw === '' || raw.includes('{{') ? message : t(key);
}

/** Worded when it is shown, not when it came: the language may have been switched since. */
export function messageOf(error: unknown) {
  if (!(error instanceof ApiError) || error.isNetwork) return t('message.networkIssue');
  const [only, ...more] = error.codes;
  return only && more.length === 0 && only.message === error.message ? wordsOf(only) : error.message;
}

/**
 * The result popup of a failure; tells whether the person learns of it. A 401 has its own dialog, who declined knows
 * it, and of the suppressed codes there is no popup, so that a form has to say them itself.
 */
export function showError(error: unknown): boolean {
  const { status = 0, codes = [] } = error instanceof ApiError ? error : {};
  if (status === 401 || isDeclined(error)) return true;
  if (codes.length > 0 && isSuppressed(codes)) return false;
  showFailure(messageOf(error));
  return true;
}

/** How long a held-back caller must wait, in seconds; 0 when nobody was held back. */
export const waitOf = (error: unknown) =>
  error instanceof ApiError && error.status === 429 ? error.retryAfter : 0;

export const fieldsOf = (error: unknown) => (error instanceof ApiError ? error.fields : {});
