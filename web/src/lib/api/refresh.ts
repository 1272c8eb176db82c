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
    // The session may have ended meanwhile; its answer must not restore a token.
    return session.token() === token && response.ok && keepToken(response);
  } catch {
    return false;
  }
}

/**
 * The old token dies with the new one, so concurrent callers share one refresh. A caller refused with a token that
 * has been replaced since takes the new one; refreshing again would only log out the others. Never throws.
 */
export function refreshToken(refused = session.token()): Promise<boolean> {
  const token = session.token();
  if (!running && token !== refused) return Promise.resolve(token !== '');
  running ??= run().finally(() => {
    running = undefined;
  });
  return running;
}
