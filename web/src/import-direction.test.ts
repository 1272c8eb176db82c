import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = import.meta.dirname;

/** Which folders a folder may import from. Tests may import anything. */
const allowed: Record<string, string[]> = {
  app: ['app', 'features', 'components', 'lib', 'generated'],
  features: ['components', 'lib', 'generated'],
  components: ['components', 'lib', 'generated'],
  lib: ['lib', 'generated'],
};

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && file.includes('/'));

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const named = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
  const local = named.filter((name) => name.startsWith('.')).map((name) => join(dirname(file), name));
  const absolute = named.filter((name) => name.startsWith('@/')).map((name) => name.slice(2));
  return [...local, ...absolute].map((path) => relative('.', path).replaceAll('\\', '/'));
}

const folderOf = (path: string) => path.split('/')[0] ?? '';
const featureOf = (path: string) => (folderOf(path) === 'features' ? path.split('/')[1] : undefined);

function isWrong(from: string, to: string) {
  const folders = allowed[folderOf(from)];
  if (!folders || folderOf(to) === '..') return false;
  if (featureOf(from) && featureOf(to)) return featureOf(from) !== featureOf(to);
  return !folders.includes(folderOf(to));
}

test('imports go app → features → components, lib → generated, and no feature knows another', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((to) => isWrong(file, to))
      .map((to) => `${file} → ${to}`),
  );
  expect(wrong).toEqual([]);
});
