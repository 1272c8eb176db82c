/** Fields are told apart by their mark `data-field`, on the input itself or on what stands around it. */
const INPUTS = 'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), button:not(:disabled)';

/** Selects are read-only inputs too, so only the mark of a locked field tells what cannot be changed. */
function focusIn(place: Element): boolean {
  if (place.closest('[data-locked]')) return false;
  const target = place.matches(INPUTS) ? (place as HTMLElement) : place.querySelector<HTMLElement>(INPUTS);
  // The drawer moves the focus itself a moment later; this tells it where to.
  target?.setAttribute('data-autofocus', 'true');
  target?.focus();
  return target !== null;
}

const placesIn = (root: HTMLElement | null) => [...(root?.querySelectorAll('[data-field]') ?? [])];

/** The field that comes first on the page among those with an error. */
export function focusFirst(root: HTMLElement | null, names: string[]) {
  const isWrong = (place: Element) => names.includes(place.getAttribute('data-field') ?? '');
  placesIn(root).filter(isWrong).some(focusIn);
}

/** Where the focus was when the form was sent. */
export function focusAgain(sender: Element | null) {
  if (sender instanceof HTMLElement && sender.isConnected) sender.focus();
}

/** Where typing begins when a form opens. */
export function focusStart(root: HTMLElement | null) {
  placesIn(root).some(focusIn);
}
