import { session } from '@/lib/session';
import { addressOf } from './address';
import { learnBases } from './bases';
import { refreshToken } from './refresh';
import type { Call } from './types';

function open(call: Call): Promise<Response> {
  const headers = { Authorization: `Bearer ${session.token()}`, Accept: 'text/event-stream' };
  return fetch(addressOf(call), { headers, signal: call.signal, cache: 'no-store' });
}

/**
 * A streaming answer. Nobody waits for it, so it shows neither spinner nor error; and it never ends a
 * session: the user's next call does, if necessary.
 */
export async function stream(call: Call): Promise<Response> {
  await learnBases();
  const token = session.token();
  const response = await open(call);
  return response.status === 401 && (await refreshToken(token)) ? open(call) : response;
}
