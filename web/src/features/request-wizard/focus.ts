import { focusFirst } from '@/lib/field-focus';

/** The focused element was removed: focus the first of these that exists. */
export function focusOneOf(paths: string[]) {
  const places = paths.map((path) => document.querySelector<HTMLElement>(`[data-field="${path}"]`));
  places.find((place) => place !== null)?.focus();
}

/** Marks the button that adds a party, or an authorised party. */
export const addingTo = (party: string | null) => `${party ?? 'parties'}.add`;

/** A new party starts at its first name. */
export const focusNewParty = (at: number) =>
  requestAnimationFrame(() => focusFirst(document.body, [`parties[${at}].firstName`]));
