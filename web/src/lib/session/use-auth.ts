import { useSyncExternalStore } from 'react';
import { session } from './storage';
import type { Auth } from './types';

export function useOptionalAuth(): Auth | null {
  return useSyncExternalStore(session.subscribe, session.auth);
}

/** For everything inside the shell, which is only drawn for somebody who is logged in. */
export function useAuth(): Auth {
  const auth = useOptionalAuth();
  if (!auth) throw new Error('useAuth outside a session');
  return auth;
}
