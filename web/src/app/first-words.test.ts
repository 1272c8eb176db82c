import portalWords from '@wording/en.json?portal';
import staffWords from '@wording/en.json?staff';
import { expect, test } from 'vitest';

type Sources = Record<string, string>;

/** Files rendered before all words are loaded. The second login step is not one of them: it loads all words. */
const common = import.meta.glob<string>(
  [
    '../components/{empty-state,feedback,form,language-switch,marks,public-page}/*.{ts,tsx}',
    '../shared/entity-field.tsx',
    '../lib/{api,begin-session,countdown,directory,host-entity,loaded}/*.ts',
    // Only inside.
    '!../components/form/{drawer-form,notice}.tsx',
    '!**/*.test.*',
  ],
  { query: '?raw', import: 'default', eager: true },
);
const staff = import.meta.glob<string>(
  ['../features/login/**/*.{ts,tsx}', '!../features/login/second-step/*', '../lib/second-factor/*.ts', '!**/*.test.*'],
  { query: '?raw', import: 'default', eager: true },
);
const portal = import.meta.glob<string>(
  [
    '../features/provider-*/**/*.{ts,tsx}',
    '../shared/{document-upload/*.{ts,tsx},request-status.tsx}',
    './portal/*.{ts,tsx}',
    '!**/*.test.*',
  ],
  { query: '?raw', import: 'default', eager: true },
);

const at = (words: object, path: string) =>
  path.split('.').reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], words);

/** Counted texts have a singular and a plural form. */
const has = (words: object, path: string) => [path, `${path}_one`].some((each) => at(words, each) !== undefined);

/** `t('a.b')`, the static part of t(`a.${b}`), and `words="a.b"`. */
const keysIn = (source: string) =>
  Array.from(
    source.matchAll(/\bt\(\s*(?:'([^']+)'|`([^`$]+)\.\$\{)|\bwords="([^"]+)"/g),
    ([, whole, part, words]) => whole ?? part ?? words ?? '',
  );

const missing = (words: object, sources: Sources) =>
  Object.entries(sources).flatMap(([file, source]) =>
    keysIn(source)
      .filter((key) => !has(words, key))
      .map((key) => `${file}: ${key}`),
  );

test('the staff’s first words say everything their pages before the login say', () => {
  expect(Object.keys({ ...common, ...staff }).length).toBeGreaterThan(40);
  expect(missing(staffWords, { ...common, ...staff })).toEqual([]);
});

test('the portal’s first words say everything the portal says', () => {
  expect(Object.keys(portal).length).toBeGreaterThan(15);
  expect(missing(portalWords, { ...common, ...portal })).toEqual([]);
});
