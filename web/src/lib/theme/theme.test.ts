import { expect, test } from 'vitest';
import { applyTheme, brandAsText, contrast, safeTokens, textOn } from '.';

test('only known tokens with values of their shape pass', () => {
  const tokens = {
    '--t-brand': '#2b4acb',
    '--t-radius': '8px',
    '--t-ink': 'red',
    '--t-sidebar': 'url(x)',
    '--other': '#fff',
    '--t-accent': '#12345',
  };
  expect(safeTokens(tokens).map(([name]) => name)).toEqual(['--t-brand', '--t-radius']);
  expect(safeTokens({ '--t-radius': '99px' })).toEqual([]);
});

test.each(['#f2b705', '#ffffff', '#2b4acb', '#0f7a6b', '#e03131', '#000', '#7ee787'])('%s stays readable', (brand) => {
  expect(contrast(textOn(brand), brand)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(brandAsText(brand), '#ffffff')).toBeGreaterThanOrEqual(4.5);
  const { style } = document.createElement('div');
  applyTheme({ '--t-brand': brand }, style);
  const [fill, onFill, words] = ['brand', 'contrast', 'text'].map((part) => style.getPropertyValue(`--dark-${part}`));
  expect(contrast(fill ?? '', '#16191f')).toBeGreaterThanOrEqual(3);
  expect(contrast(onFill ?? '', fill ?? '')).toBeGreaterThanOrEqual(4.5);
  expect(contrast(words ?? '', '#16191f')).toBeGreaterThanOrEqual(4.5);
});

test('sets the tokens with what is computed from them, and takes them away again', () => {
  const { style } = document.createElement('div');
  applyTheme({ '--t-brand': '#f2b705' }, style);
  expect(style.getPropertyValue('--t-brand')).toBe('#f2b705');
  expect(style.getPropertyValue('--light-contrast')).toBe('#171a21');
  applyTheme(null, style);
  expect(style.length).toBe(0);
});
