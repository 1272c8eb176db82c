import { brandAsText, contrast, textOn } from '@/lib/theme';
import { DEFAULT_TOKENS, type ThemeTokens } from './theme-tokens';

/** WCAG AA for text. */
export const ENOUGH = 4.5;

export interface ContrastCheck {
  name: 'button' | 'link' | 'accent' | 'ink' | 'sidebar';
  ratio: number;
  isEnough: boolean;
  /** The colour the product uses instead of an unreadable one. */
  mended?: string;
}

const PAGE = '#ffffff';

/** Every text and background pair, as the theme would render it. */
export function contrastChecks(tokens: ThemeTokens): ContrastCheck[] {
  const brand = tokens['--t-brand'] ?? DEFAULT_TOKENS['--t-brand'] ?? PAGE;
  const ink = tokens['--t-ink'] ?? DEFAULT_TOKENS['--t-ink'] ?? PAGE;
  const sidebar = tokens['--t-sidebar'];
  const accent = tokens['--t-accent'];
  const pairs: [ContrastCheck['name'], string, string][] = [
    ['button', textOn(brand), brand],
    ['link', brand, PAGE],
    ['ink', ink, PAGE],
  ];
  if (accent) pairs.push(['accent', accent, PAGE]);
  if (sidebar) pairs.push(['sidebar', ink, sidebar]);
  return pairs.map(([name, front, back]) => {
    const ratio = contrast(front, back);
    const isEnough = ratio >= ENOUGH;
    return { name, ratio, isEnough, mended: name === 'link' && !isEnough ? brandAsText(brand) : undefined };
  });
}
