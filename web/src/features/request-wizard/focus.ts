/** Focuses the first field with an error, in page order. */
export function focusFirst(root: HTMLElement | null, paths: string[]) {
  const places = [...(root?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
  const place = places.find((each) => paths.includes(each.dataset.field ?? ''));
  place?.focus();
  place?.scrollIntoView({ block: 'center' });
}

/** The focused element was removed: focus the first of these that exists. */
export function focusOneOf(paths: string[]) {
  const places = paths.map((path) => document.querySelector<HTMLElement>(`[data-field="${path}"]`));
  places.find((place) => place !== null)?.focus();
}

/** Whether an error is visible under a field of the page. */
export const isPlaced = (root: HTMLElement | null, path: string) =>
  root?.querySelector(`[data-field="${path}"]`) != null;

/** Marks the button that adds a party, or an authorised party. */
export const addingTo = (party: string | null) => `${party ?? 'parties'}.add`;

/** A new party starts at its first name. */
export const focusNewParty = (at: number) =>
  requestAnimationFrame(() => focusFirst(document.body, [`parties[${at}].firstName`]));
