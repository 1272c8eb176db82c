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
 * An answer that goes on and on. Nobody waits for it, so it neither shows the spinner nor complains; and it never ends a
 * session: the next call of the person does, if it has to.
 */
export async function stream(call: Call): Promise<Response> {
  await learnBases();
  const token = session.token();
  const response = await open(call);
  return response.status === 401 && (await refreshToken(token)) ? open(call) : response;
}
