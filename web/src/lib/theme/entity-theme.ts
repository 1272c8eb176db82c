import type { ThemeTokens } from '@/lib/session';
import { brandAsText, textOn } from './contrast';

const colour = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const pixels = /^(?:[0-9]|1[0-9]|2[0-4])px$/;

/** An entity's theme is data: these names with values of these shapes, never raw CSS. */
const allowed: Record<string, RegExp> = {
  '--t-brand': colour,
  '--t-accent': colour,
  '--t-sidebar': colour,
  '--t-ink': colour,
  '--t-radius': pixels,
};
const computed = ['--brand-contrast', '--brand-text'];

export const safeTokens = (tokens: ThemeTokens | null): [string, string][] =>
  Object.entries(tokens ?? {}).filter(([name, value]) => allowed[name]?.test(value));

/** Replaces the current theme; null restores the product's colours. */
export function applyTheme(tokens: ThemeTokens | null, style = document.documentElement.style) {
  for (const name of [...Object.keys(allowed), ...computed]) style.removeProperty(name);
  for (const [name, value] of safeTokens(tokens)) {
    style.setProperty(name, value);
    if (name !== '--t-brand') continue;
    style.setProperty('--brand-contrast', textOn(value));
    style.setProperty('--brand-text', brandAsText(value));
  }
}
