export type Density = 'comfortable' | 'compact';

/** A preference of this device, not of the session: it survives the cleared session storage. */
const key = 'density';

export const density = (): Density => (localStorage.getItem(key) === 'compact' ? 'compact' : 'comfortable');

/** tokens.css reads the table row height from this attribute. */
export const applyDensity = () => document.documentElement.setAttribute('data-density', density());

export function setDensity(value: Density) {
  localStorage.setItem(key, value);
  applyDensity();
}
