import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import type { ThemeTokens } from '@/lib/session';

type Rgb = [number, number, number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
const ink: Rgb = [23, 26, 33];
const readable = 4.5;

function parse(hex: string): Rgb {
  const digits = hex.slice(1);
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as Rgb;
}

const toHex = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** WCAG 2 relative luminance. */
function luminance(rgb: Rgb) {
  const [red, green, blue] = rgb.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ratio(one: Rgb, other: Rgb) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const mix = (from: Rgb, to: Rgb, share: number) => from.map((part, at) => part + ((to[at] ?? 0) - part) * share) as Rgb;

export const contrast = (one: string, other: string) => ratio(parse(one), parse(other));

/** Text on the brand colour: white where readable, otherwise ink. */
export const textOn = (brand: string) => toHex(ratio(parse(brand), white) >= readable ? white : ink);

/** The brand as text on a light background: the seed itself, or the lightest darker tone that is readable. */
export function brandAsText(brand: string) {
  // The tinted background is slightly darker than white, so measure against it.
  const ground = mix(white, parse(brand), 0.12);
  for (let share = 0; share <= 1; share += 0.04) {
    const tone = mix(parse(brand), black, share);
    if (ratio(tone, ground) >= readable) return toHex(tone);
  }
  return toHex(ink);
}

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

const brand = Array.from({ length: 10 }, (_, shade) => `var(--brand-${shade})`) as unknown as MantineColorsTuple;

/** The brand is known only at run time, so its contrast colour is a variable too. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const isBrand = !input.color || input.color === 'brand';
  if (isBrand && input.variant === 'filled') return { ...colors, color: 'var(--brand-contrast)' };
  const isText = ['light', 'subtle', 'outline', 'transparent'].includes(input.variant);
  return isBrand && isText ? { ...colors, color: 'var(--brand-text)' } : colors;
};

/** Mantine's greys and reds fall short of 4.5:1 on white; corrected here. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--mantine-primary-color-contrast': 'var(--brand-contrast)' },
  light: {
    '--mantine-primary-color-contrast': 'var(--brand-contrast)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-2)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-disabled-color': 'var(--ink-3)',
    '--mantine-color-anchor': 'var(--brand-text)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-red-filled': 'var(--bad)',
    '--mantine-color-red-filled-hover': '#a82822',
  },
  dark: {},
});

const heading = (fontSize: string, lineHeight: string) => ({ fontSize, lineHeight, fontWeight: '600' });

/** The list itself scrolls, not an unnamed box in it; and it opens on click, not when a drawer focuses it. */
const select = {
  defaultProps: {
    openOnFocus: false,
    withScrollArea: false,
    checkIconPosition: 'right',
    comboboxProps: { shadow: 'md' },
  },
  classNames: { options: 'listbox' },
};

/** Plain objects only: `Component.extend()` would pull every component into the first bundle. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: 6,
  colors: { brand },
  variantColorResolver,
  respectReducedMotion: true,
  black: '#171a21',
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace",
  fontFamily: "'Inter Variable', 'Noto Sans Tamil Variable', system-ui, -apple-system, sans-serif",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.55', xl: '1.6' },
  radius: { xs: '4px', sm: '6px', md: 'var(--radius)', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  breakpoints: { xs: '30em', sm: '40em', md: '62em', lg: '75em', xl: '88em' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: heading('22px', '1.3'),
      h2: heading('15px', '1.4'),
      h3: heading('14px', '1.4'),
      h4: heading('13px', '1.4'),
      h5: heading('13px', '1.4'),
      h6: heading('12px', '1.4'),
    },
  },
  components: {
    InputWrapper: {
      styles: { label: { fontSize: '13px', fontWeight: 500, marginBottom: 6 }, error: { marginTop: 6 } },
    },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    Modal: { defaultProps: { centered: true, radius: 'lg', overlayProps: { backgroundOpacity: 0.35 } } },
    Select: select,
    MultiSelect: select,
    // The placeholder is a focusable child that a menu may not have; without it the first item takes the focus.
    Menu: { defaultProps: { shadow: 'md', radius: 'md', withInitialFocusPlaceholder: false } },
  },
});
