/** The field that comes first on the page among those with a fault takes the focus. */
export function focusFirst(root: HTMLElement | null, paths: string[]) {
  const places = [...(root?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
  const place = places.find((each) => paths.includes(each.dataset.field ?? ''));
  place?.focus();
  place?.scrollIntoView({ block: 'center' });
}

/** Whether a fault can be seen under a field of the page. */
export const isPlaced = (root: HTMLElement | null, path: string) =>
  root?.querySelector(`[data-field="${path}"]`) != null;

/** A party that is just added begins with its first name. */
export const focusNewParty = (at: number) =>
  requestAnimationFrame(() => focusFirst(document.body, [`parties[${at}].firstName`]));
