import { session } from '@/lib/session';
import { createStore } from './store';

/** True while the Session Expired dialog is open. */
export const expired = createStore(false);

/** Ends the session in the browser: clears the storage, so that no further call uses it. */
export function expireSession() {
  if (expired.get()) return;
  expired.set(true);
  session.clear();
}
