import { session } from '@/lib/session';
import { addressOf } from './address';
import { isRefreshable, keepToken } from './token';

let running: Promise<boolean> | undefined;

async function run(): Promise<boolean> {
  const token = session.token();
  if (!isRefreshable(token)) return false;
  try {
    const response = await fetch(addressOf({ area: 'sms', resource: 'refreshtokenjwt', screenId: '' }), {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    });
    // The session may have ended meanwhile; an answer to it must not put a token back.
    return session.token() === token && response.ok && keepToken(response);
  } catch {
    return false;
  }
}

/**
 * The old token dies with the new one, so everybody who needs a fresh token shares one call. Whoever was refused with a
 * token that has been replaced since takes the new one; refreshing again would only cut off the others. Never throws.
 */
export function refreshToken(refused = session.token()): Promise<boolean> {
  const token = session.token();
  if (!running && token !== refused) return Promise.resolve(token !== '');
  running ??= run().finally(() => {
    running = undefined;
  });
  return running;
}
