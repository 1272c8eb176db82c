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
/** `--page` of the dark scheme. */
const darkPage: Rgb = [22, 25, 31];
const readable = 4.5;
/** WCAG 2 for what is not text. */
const noticeable = 3;

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
  return toneOf(brand, black, mix(white, parse(brand), 0.12), readable);
}

/** The brand as an area on a dark page: the seed itself, or the darkest lighter tone that stands out. */
const brandOnDark = (brand: string) => toneOf(brand, white, darkPage, noticeable);

/** The brand as text on a dark page and on its tinted areas. */
const brandAsDarkText = (brand: string) =>
  toneOf(brand, white, mix(darkPage, parse(brandOnDark(brand)), 0.3), readable);

/** The nearest tone of the colour towards `end` that has this contrast with the ground. */
function toneOf(colour: string, end: Rgb, ground: Rgb, least: number) {
  for (let share = 0; share < 1; share += 0.04) {
    const tone = mix(parse(colour), end, share);
    if (ratio(tone, ground) >= least) return toHex(tone);
  }
  return toHex(end);
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

/** What is computed from the brand, for both schemes: `tokens.css` picks. */
const computed: Record<string, (brand: string) => string> = {
  '--light-contrast': textOn,
  '--light-text': brandAsText,
  '--dark-brand': brandOnDark,
  '--dark-contrast': (brand) => textOn(brandOnDark(brand)),
  '--dark-text': brandAsDarkText,
};

export const safeTokens = (tokens: ThemeTokens | null): [string, string][] =>
  Object.entries(tokens ?? {}).filter(([name, value]) => allowed[name]?.test(value));

/** Replaces the current theme; null restores the product's colours. */
export function applyTheme(tokens: ThemeTokens | null, style = document.documentElement.style) {
  for (const name of [...Object.keys(allowed), ...Object.keys(computed)]) style.removeProperty(name);
  for (const [name, value] of safeTokens(tokens)) {
    style.setProperty(name, value);
    if (name !== '--t-brand') continue;
    for (const [part, compute] of Object.entries(computed)) style.setProperty(part, compute(value));
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

/** Mantine's greys and reds fall short of 4.5:1; our tokens, which know the scheme, replace them in both. */
const ours = {
  '--mantine-primary-color-contrast': 'var(--brand-contrast)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-disabled-color': 'var(--ink-3)',
  '--mantine-color-anchor': 'var(--brand-text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-red-filled': 'var(--bad-fill)',
  '--mantine-color-red-filled-hover': 'var(--bad-fill-hover)',
};

/** The light variant of a colour: a note, or a button when hovered. */
const lightVariant = (color: string, tone: string) => ({
  [`--mantine-color-${color}-light`]: `var(--${tone}-tint)`,
  [`--mantine-color-${color}-light-hover`]: `var(--${tone}-tint)`,
  [`--mantine-color-${color}-light-color`]: `var(--${tone})`,
  [`--mantine-color-${color}-text`]: `var(--${tone})`,
});

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--mantine-primary-color-contrast': 'var(--brand-contrast)' },
  light: ours,
  dark: {
    ...ours,
    '--mantine-color-default-color': 'var(--ink)',
    ...lightVariant('red', 'bad'),
    ...lightVariant('green', 'ok'),
    ...lightVariant('yellow', 'warn'),
    ...lightVariant('blue', 'info'),
    '--mantine-color-gray-light': 'var(--hover)',
    '--mantine-color-gray-light-hover': 'var(--hover)',
    '--mantine-color-gray-light-color': 'var(--ink)',
    '--mantine-color-gray-text': 'var(--ink-2)',
  },
});

/** Mantine's ramp for the dark scheme, from text to ground. */
const dark: MantineColorsTuple = [
  'var(--ink)',
  '#c9ced8',
  'var(--ink-2)',
  'var(--ink-3)',
  '#363c47',
  'var(--hover)',
  'var(--raised)',
  'var(--page)',
  'var(--surface)',
  '#0b0d11',
];

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
  colors: { brand, dark },
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
