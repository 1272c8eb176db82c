export type Density = 'comfortable' | 'compact';

/** A taste of this device, not of the session: it outlives the cleared session storage. */
const key = 'density';

export const density = (): Density => (localStorage.getItem(key) === 'compact' ? 'compact' : 'comfortable');

/** tokens.css takes the row height of tables from this attribute. */
export const applyDensity = () => document.documentElement.setAttribute('data-density', density());

export function setDensity(value: Density) {
  localStorage.setItem(key, value);
  applyDensity();
}
