import firstWords from '@wording/en.json?first';
import { expect, test } from 'vitest';

/** Everything that is drawn before all words are there: the pages before the login, and the whole portal. */
const sources = import.meta.glob<string>(
  [
    '../features/{login,provider-*}/**/*.{ts,tsx}',
    './portal/*.{ts,tsx}',
    '../components/{empty-state,entity-mark,feedback,form-message,language-switch,load-failed,native-choice}/*.tsx',
    '../components/{not-found,page-intro,plain-field,public-card,public-frame}/*.tsx',
    '../lib/{api,attempt,begin-session,countdown,directory,house,loaded}/*.ts',
    '!**/*.test.*',
  ],
  { query: '?raw', import: 'default', eager: true },
);

const has = (path: string) =>
  path
    .split('.')
    .reduce<unknown>((words, name) => (words as Record<string, unknown> | undefined)?.[name], firstWords) !==
  undefined;

/** `t('a.b')`, and of t(`a.${b}`) the part that is known. */
const keysIn = (source: string) =>
  Array.from(
    source.matchAll(/\bt\(\s*(?:'([^']+)'|`([^`$]+)\.\$\{)/g),
    ([, whole, part]) => whole ?? part ?? '',
  );

test('the first words say everything the first pages say', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(40);
  const missing = Object.entries(sources).flatMap(([file, source]) =>
    keysIn(source)
      .filter((key) => !has(key))
      .map((key) => `${file}: ${key}`),
  );
  expect(missing).toEqual([]);
});
