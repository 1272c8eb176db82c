const EDITABLE =
  'input:not([type=hidden]):not([readonly]):not(:disabled), textarea:not([readonly]):not(:disabled), button:not(:disabled)';

function focusIn(place: Element | null | undefined): boolean {
  const isInput = place instanceof HTMLElement && place.matches(EDITABLE);
  const target = isInput ? place : place?.querySelector<HTMLElement>(EDITABLE);
  // The drawer moves the focus itself a moment later; this tells it where to.
  target?.setAttribute('data-autofocus', 'true');
  target?.focus();
  return Boolean(target);
}

/** The field that comes first on the page among those with an error. */
export function focusFirst(root: HTMLElement | null, names: string[]) {
  const places = [...(root?.querySelectorAll('[data-field]') ?? [])];
  const wrong = places.filter((place) => names.includes(place.getAttribute('data-field') ?? ''));
  wrong.some((place) => focusIn(place));
}

/** Where typing begins when a form opens. */
export function focusStart(root: HTMLElement | null) {
  const places = [...(root?.querySelectorAll('[data-field]') ?? [])];
  places.some((place) => focusIn(place));
}
