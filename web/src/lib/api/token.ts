import { session } from '@/lib/session';

export const shortestToken = 30;

/** Anything this short is a placeholder, not a token worth renewing. */
export const isRefreshable = (token: string) => token.length > shortestToken;

/** Milliseconds since the epoch, or undefined when the token says nothing readable. */
export function expiryOf(token: string): number | undefined {
  try {
    const part = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const { exp } = JSON.parse(atob(part)) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}

/** Both login calls and the refresh answer the token in this response header. */
export function keepToken(response: Response) {
  const token = (response.headers.get('Authorization') ?? '').replace(/^Bearer\s+/i, '');
  if (token) session.setToken(token);
  return token !== '';
}
