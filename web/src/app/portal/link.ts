/** The token of a followed link, removed from the address so that it does not stay in the history. */
export function takeLink(): string {
  const { hash, pathname, search } = window.location;
  const token = new URLSearchParams(hash.slice(1)).get('link') ?? '';
  if (token) window.history.replaceState(null, '', pathname + search);
  return token;
}
