/** Fields are identified by `data-field`, on the input itself or on a wrapper, or by their name. */
const INPUTS =
  'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), select:not(:disabled), button:not(:disabled)';

/** Selects are read-only inputs too, so only the marker of a locked field is reliable. */
function focusIn(place: Element, isCentred = false): boolean {
  if (place.closest('[data-locked]')) return false;
  const target = place.matches(INPUTS) ? (place as HTMLElement) : place.querySelector<HTMLElement>(INPUTS);
  // The drawer moves the focus itself a moment later; this sets its target.
  target?.setAttribute('data-autofocus', 'true');
  target?.focus();
  // A sticky header or footer may cover what the browser considers visible.
  if (target && isCentred) target.scrollIntoView({ block: 'center' });
  return target !== null;
}

/** Whether the page shows a field, and its error with it. */
export const isPlaced = (root: HTMLElement | null, name: string) =>
  root?.querySelector(`[data-field="${name}"]`) != null;

const placesIn = (root: HTMLElement | null, places: string) => [...(root?.querySelectorAll(places) ?? [])];

/** The first field with an error, in page order. */
export function focusFirst(root: HTMLElement | null, names: string[]) {
  const isWrong = (place: Element) =>
    names.includes(place.getAttribute('data-field') ?? place.getAttribute('name') ?? '');
  placesIn(root, '[data-field], [name]')
    .filter(isWrong)
    .some((place) => focusIn(place, true));
}

/** Where the focus was when the form was submitted. */
export function focusAgain(sender: Element | null) {
  if (sender instanceof HTMLElement && sender.isConnected) sender.focus();
}

/** The first field when a form opens. */
export function focusStart(root: HTMLElement | null) {
  placesIn(root, '[data-field]').some((place) => focusIn(place));
}
