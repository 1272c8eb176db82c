import { session } from '@/lib/session';
import { createStore } from './store';

/** True while the Session Expired dialog stands. */
export const expired = createStore(false);

/** Ends the session on this side: storage is cleared, so that nothing goes out under it any more. */
export function expireSession() {
  if (expired.get()) return;
  expired.set(true);
  session.clear();
}
