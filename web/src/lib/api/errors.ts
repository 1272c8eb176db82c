import type { ResultCode } from '@/lib/feedback';
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
    for (const { field, message } of this.codes) if (field) fields[field] ??= message;
    return fields;
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

export const messageOf = (error: unknown) =>
  error instanceof ApiError ? error.message : t('message.networkIssue');

/** How long a held-back caller must wait, in seconds; 0 when nobody was held back. */
export const waitOf = (error: unknown) =>
  error instanceof ApiError && error.status === 429 ? error.retryAfter : 0;

export const fieldsOf = (error: unknown) => (error instanceof ApiError ? error.fields : {});
