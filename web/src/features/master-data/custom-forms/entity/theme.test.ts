import { describe, expect, it } from 'vitest';
import { themeFault } from '../../model/validate';
import { contrastChecks, radiusOf, readTheme, writeTheme } from './theme-tokens';

describe('the theme of an entity', () => {
  it('writes only known tokens of the right shape, as the server takes them', () => {
    const text = writeTheme({ '--t-brand': '#2b4acb', '--t-radius': '8px' });
    expect(JSON.parse(text ?? '')).toEqual({ '--t-brand': '#2b4acb', '--t-radius': '8px' });
    expect(themeFault(text ?? '')).toBeNull();
    expect(writeTheme({})).toBeNull();
    expect(writeTheme({ '--t-brand': 'red' })).toBeNull();
  });

  it('reads nothing from what is no theme', () => {
    for (const bad of ['body{}', '[]', '', null, '{"--x":"#fff"}', '{"--t-brand":"url(x)"}', '{"--t-radius":"99px"}']) {
      expect(readTheme(bad)).toEqual({});
    }
  });

  it('keeps the radius between 0 and 24 pixels', () => {
    expect([radiusOf('0px'), radiusOf('24px'), radiusOf('25px'), radiusOf('8em'), radiusOf(8)]).toEqual([
      0,
      24,
      null,
      null,
      null,
    ]);
  });
});

describe('the contrast checks', () => {
  const check = (tokens: object, name: string) => contrastChecks(tokens).find((each) => each.name === name);

  it('measure what can be read', () => {
    expect(check({ '--t-ink': '#000000' }, 'ink')?.ratio).toBeCloseTo(21);
    expect(check({ '--t-ink': '#767676' }, 'ink')).toMatchObject({ isEnough: true });
    expect(check({ '--t-ink': '#777777' }, 'ink')).toMatchObject({ isEnough: false });
  });

  it('warn of amber links and say what is drawn instead, while its buttons stay readable', () => {
    const link = check({ '--t-brand': '#f2b705' }, 'link');
    expect(link?.isEnough).toBe(false);
    expect(link?.mended).toMatch(/^#[0-9a-f]{6}$/);
    expect(check({ '--t-brand': '#f2b705' }, 'button')?.isEnough).toBe(true);
  });

  it('look at accent and sidebar only where they are set', () => {
    expect(contrastChecks({}).map((each) => each.name)).toEqual(['button', 'link', 'ink']);
    expect(check({ '--t-sidebar': '#222222' }, 'sidebar')?.isEnough).toBe(false);
  });
});
