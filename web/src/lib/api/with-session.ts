import { session } from '@/lib/session';
import type { Call } from './types';

/** The spec: a save's body includes langCode, countryCode and entityCode of the session; transactions do not. */
export function withSession({ operation, area, body }: Call): unknown {
  const auth = session.auth();
  const isSave = operation === 'S' || operation === 'U';
  if (!auth || !isSave || area === 'transaction' || typeof body !== 'object') return body ?? {};
  const { userLanguage: langCode, countryCode, entityCode } = auth;
  // The record's own value wins: a template has its own langCode.
  return { langCode, countryCode, entityCode, ...body };
}
