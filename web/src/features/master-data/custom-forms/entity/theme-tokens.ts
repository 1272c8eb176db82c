import { useState } from 'react';
import { brandAsText, contrast, textOn } from '@/lib/theme';

/** The tokens an entity may set, as the server allows them (`theme.rs`). */
export const COLOUR_TOKENS = ['--t-brand', '--t-accent', '--t-sidebar', '--t-ink'] as const;
export const RADIUS_TOKEN = '--t-radius';
export const MOST_RADIUS = 24;

type ColourToken = (typeof COLOUR_TOKENS)[number];
export type ThemeTokens = Partial<Record<ColourToken | typeof RADIUS_TOKEN, string>>;

/** The product's default look (`lib/theme/tokens.css`), for tokens the entity does not set. */
export const DEFAULT_TOKENS: ThemeTokens = { '--t-brand': '#3b4fd8', '--t-ink': '#171a21', '--t-radius': '8px' };

export const isColour = (text: string) => /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);

/** Reads the stored text; drops unknown or malformed tokens. */
export function readTheme(text: string | null | undefined): ThemeTokens {
  const given = parsed(text);
  const tokens: ThemeTokens = {};
  for (const name of COLOUR_TOKENS) {
    const value = given[name];
    if (typeof value === 'string' && isColour(value)) tokens[name] = value;
  }
  const radius = radiusOf(given[RADIUS_TOKEN]);
  if (radius !== null) tokens[RADIUS_TOKEN] = `${radius}px`;
  return tokens;
}

/** The text to store; `null` when the entity keeps the product's own look. */
export function writeTheme(tokens: ThemeTokens): string | null {
  const kept = readTheme(JSON.stringify(tokens));
  return Object.keys(kept).length ? JSON.stringify(kept) : null;
}

export function radiusOf(value: unknown): number | null {
  const digits = typeof value === 'string' ? /^(\d{1,2})px$/.exec(value)?.[1] : undefined;
  const pixels = digits === undefined ? null : Number(digits);
  return pixels !== null && pixels <= MOST_RADIUS ? pixels : null;
}

function parsed(text: string | null | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return value && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** WCAG AA for text. */
const ENOUGH = 4.5;

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

/** A colour is stored once it is complete; partial input stays in its field. */
export function useThemeDraft(tokens: ThemeTokens, write: (tokens: ThemeTokens) => void) {
  const [typed, setTyped] = useState<Partial<Record<ColourToken, string>>>({});

  function type(name: ColourToken, colour: string) {
    setTyped((before) => ({ ...before, [name]: colour }));
    if (isColour(colour)) write({ ...tokens, [name]: colour.toLowerCase() });
    if (colour === '') write({ ...tokens, [name]: undefined });
  }

  return {
    type,
    shown: (name: ColourToken) => typed[name] ?? tokens[name] ?? '',
    clear() {
      setTyped({});
      write({});
    },
  };
}
