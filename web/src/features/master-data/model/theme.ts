const COLOUR = /^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/;
const isPixels = (value: string) => /^\d{1,2}px$/.test(value) && Number.parseInt(value, 10) <= 24;

const TOKENS: Record<string, (value: string) => boolean> = {
  '--t-brand': (value) => COLOUR.test(value),
  '--t-accent': (value) => COLOUR.test(value),
  '--t-sidebar': (value) => COLOUR.test(value),
  '--t-ink': (value) => COLOUR.test(value),
  '--t-radius': isPixels,
};

/** An entity's theme is a set of known tokens with validated values; never raw CSS. */
export function themeFault(text: string): 'invalidTheme' | null {
  try {
    const tokens: unknown = JSON.parse(text);
    if (typeof tokens !== 'object' || tokens === null || Array.isArray(tokens)) return 'invalidTheme';
    const good = Object.entries(tokens).every(
      ([name, value]) => typeof value === 'string' && TOKENS[name]?.(value),
    );
    return good ? null : 'invalidTheme';
  } catch {
    return 'invalidTheme';
  }
}
