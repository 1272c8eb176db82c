/** The field that comes first on the page among those with a fault takes the focus. */
export function focusFirst(root: HTMLElement | null, paths: string[]) {
  const places = [...(root?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
  const place = places.find((each) => paths.includes(each.dataset.field ?? ''));
  place?.focus();
  place?.scrollIntoView({ block: 'center' });
}

/** What was removed is gone from under the focus: the first of these that is there goes on. */
export function focusOneOf(paths: string[]) {
  const places = paths.map((path) => document.querySelector<HTMLElement>(`[data-field="${path}"]`));
  places.find((place) => place !== null)?.focus();
}

/** Whether a fault can be seen under a field of the page. */
export const isPlaced = (root: HTMLElement | null, path: string) =>
  root?.querySelector(`[data-field="${path}"]`) != null;

/** The mark of the button that adds a party: one of its own, or one that is named by another. */
export const addingTo = (party: string | null) => `${party ?? 'parties'}.add`;

/** A party that is just added begins with its first name. */
export const focusNewParty = (at: number) =>
  requestAnimationFrame(() => focusFirst(document.body, [`parties[${at}].firstName`]));
