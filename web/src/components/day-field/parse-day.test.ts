import { expect, it } from 'vitest';
import { parseDay } from '.';

it.each([
  ['2026-04-01', '2026-04-01'],
  ['1/4/2026', '2026-04-01'],
  ['01-04-2026', '2026-04-01'],
  ['01042026', '2026-04-01'],
  ['1 Apr 2026', '2026-04-01'],
  ['31/02/2026', null],
  ['tomorrow', null],
])('%s is read as %s', (text, day) => {
  expect(parseDay(text)).toBe(day);
});
