import allWords from '@wording/en.json';
import portalWords from '@wording/en.json?portal';
import staffWords from '@wording/en.json?staff';
import { expect, test } from 'vitest';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*', '!../test/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

const at = (words: object, path: string) =>
  path.split('.').reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], words);

/** Counted texts have a singular and a plural form. */
const has = (words: object, path: string) => [path, `${path}_one`].some((each) => at(words, each) !== undefined);

/** The file behind an import, as `sources` names it. */
function fileOf(from: string, name: string) {
  if (!name.startsWith('.') && !name.startsWith('@/')) return undefined;
  const base = name.startsWith('@/')
    ? `https://x/src/${name.slice(2)}`
    : new URL(name, `https://x/src/app/${from}`).href;
  const path = base.replace('https://x/src/', '../').replace('../app/', './');
  return ['', '.ts', '.tsx', '/index.ts', '/index.tsx'].map((end) => path + end).find((file) => file in sources);
}

const imports = /(?:^import (?!type)|^export )[^;]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;

/** Every file that an entry may load, by whatever kind of import. */
function reached(entry: string, isLater: (file: string) => boolean) {
  const found = new Set<string>([entry]);
  for (const file of found) {
    for (const [, named, bare, lazy] of (sources[file] ?? '').matchAll(imports)) {
      const next = fileOf(file, named ?? bare ?? lazy ?? '');
      if (next && !isLater(next)) found.add(next);
    }
  }
  return [...found];
}

/** Whatever text of the source is a key of the wording: 'a.b', "a.b", and the static part of `a.${b}`. */
const keysIn = (source: string) =>
  Array.from(
    source.matchAll(/'([A-Za-z]\w*(?:\.\w+)+)'|"([A-Za-z]\w*(?:\.\w+)+)"|`([A-Za-z]\w*(?:\.\w+)*)\.\$\{/g),
    ([, single, double, part]) => single ?? double ?? part ?? '',
  ).filter((key) => has(allWords, key));

/** Names the questions of single pages, whose words load with those pages. */
const questions = '../lib/feedback/index.ts';

const missing = (words: object, files: string[]) =>
  files.flatMap((file) =>
    keysIn(file === questions ? '' : (sources[file] ?? ''))
      .filter((key) => !has(words, key))
      .map((key) => `${file}: ${key}`),
  );

test('the staff’s first words say everything their pages before the login say', () => {
  // The second login step, like the shell, comes with all words.
  const files = reached('../staff.tsx', (file) => /\/(shell|second-step)\/index/.test(file));
  expect(files.length).toBeGreaterThan(50);
  expect(files).toContain('../components/feedback/dialogs.tsx');
  expect(missing(staffWords, files)).toEqual([]);
});

test('the portal’s first words say everything the portal says', () => {
  const files = reached('../provider.tsx', () => false);
  expect(files.length).toBeGreaterThan(75);
  expect(files).toContain('../features/provider-login/provider-login.tsx');
  expect(missing(portalWords, files)).toEqual([]);
});
