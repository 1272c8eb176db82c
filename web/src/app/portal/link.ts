/** The token of a link someone followed, taken out of the address so that it stays in no history. */
export function takeLink(): string {
  const { hash, pathname, search } = window.location;
  const token = new URLSearchParams(hash.slice(1)).get('link') ?? '';
  if (token) window.history.replaceState(null, '', pathname + search);
  return token;
}
