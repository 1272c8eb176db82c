/** The tokens an entity may set, as the server allows them (`theme.rs`). */
export const COLOUR_TOKENS = ['--t-brand', '--t-accent', '--t-sidebar', '--t-ink'] as const;
export const RADIUS_TOKEN = '--t-radius';
export const MOST_RADIUS = 24;

export type ColourToken = (typeof COLOUR_TOKENS)[number];
export type ThemeTokens = Partial<Record<ColourToken | typeof RADIUS_TOKEN, string>>;

/** The product's default look (`lib/theme/tokens.css`), for tokens the entity does not set. */
export const DEFAULT_TOKENS: ThemeTokens = {
  '--t-brand': '#3b4fd8',
  '--t-ink': '#171a21',
  '--t-radius': '8px',
};

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
