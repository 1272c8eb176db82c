export type PortalPage = 'login' | 'requests' | 'request' | 'profile';

const pages: Record<string, PortalPage> = {
  '/provider': 'login',
  '/provider/login': 'login',
  '/provider/requests': 'requests',
  '/provider/profile': 'profile',
};

const plain = (path: string) => path.replace(/\/$/, '');

/** The request reference in an address. */
export const referenceAt = (path: string): string | undefined =>
  /^\/provider\/requests\/([A-Za-z0-9-]{1,32})$/.exec(plain(path))?.[1];

export const pageAt = (path: string): PortalPage | undefined =>
  pages[plain(path)] ?? (referenceAt(path) ? 'request' : undefined);

const linkIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('link') ?? '';

export const hasLink = () => linkIn(window.location.hash) !== '';

/** The token of a followed link, removed from the address so that it does not stay in the history. */
export function takeLink(): string {
  const token = linkIn(window.location.hash);
  // The server has read the entity from the address and remembers it.
  if (token) window.history.replaceState(null, '', window.location.pathname);
  return token;
}
