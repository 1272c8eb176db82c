import { useSyncExternalStore } from 'react';
import { session } from './storage';
import type { Auth } from './types';

export function useOptionalAuth(): Auth | null {
  return useSyncExternalStore(session.subscribe, session.auth);
}

/** For code inside the shell, which renders only for logged-in users. */
export function useAuth(): Auth {
  const auth = useOptionalAuth();
  if (!auth) throw new Error('useAuth outside a session');
  return auth;
}
