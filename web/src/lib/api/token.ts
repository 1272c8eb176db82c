import { session } from '@/lib/session';

export const shortestToken = 30;

/** Anything this short is a placeholder, not a token to renew. */
export const isRefreshable = (token: string) => token.length > shortestToken;

/** Milliseconds since the epoch, or undefined when the token is not readable. */
export function expiryOf(token: string): number | undefined {
  try {
    const part = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const { exp } = JSON.parse(atob(part)) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}

/** The login calls and the refresh return the token in this response header. */
export function keepToken(response: Response) {
  const token = (response.headers.get('Authorization') ?? '').replace(/^Bearer\s+/i, '');
  if (token) session.setToken(token);
  return token !== '';
}
