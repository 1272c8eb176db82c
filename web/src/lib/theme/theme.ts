import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const brand = Array.from(
  { length: 10 },
  (_, shade) => `var(--brand-${shade})`,
) as unknown as MantineColorsTuple;

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

/** Plain objects only: `Component.extend()` would pull every component into the first bundle. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: 6,
  colors: { brand },
  variantColorResolver,
  respectReducedMotion: true,
  black: '#171a21',
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
    // The list itself scrolls, not an unnamed box in it; and it opens on click, not when a drawer focuses it.
    Select: {
      defaultProps: { openOnFocus: false, withScrollArea: false },
      classNames: { options: 'listbox' },
    },
    // The placeholder is a focusable child that a menu may not have; without it the first item takes the focus.
    Menu: { defaultProps: { shadow: 'md', radius: 'md', withInitialFocusPlaceholder: false } },
  },
});
