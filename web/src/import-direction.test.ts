import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = import.meta.dirname;

/** Which folders a folder may import from. Tests may import anything. */
const allowed: Record<string, string[]> = {
  app: ['app', 'features', 'shared', 'components', 'lib', 'generated'],
  features: ['shared', 'components', 'lib', 'generated'],
  shared: ['shared', 'components', 'lib', 'generated'],
  components: ['components', 'lib'],
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

/** Parts of `lib` that know the product: requests, screens, people, resources. A component knows none of them. */
const product = [
  'begin-session',
  'by-code',
  'definitions',
  'directory',
  'host-entity',
  'live',
  'permissions',
  'requests',
  'second-factor',
  'session',
].map((name) => `lib/${name}`);

const folderOf = (path: string) => path.split('/')[0] ?? '';
const featureOf = (path: string) => (folderOf(path) === 'features' ? path.split('/')[1] : undefined);

function isWrong(from: string, to: string) {
  const folders = allowed[folderOf(from)];
  if (!folders || folderOf(to) === '..') return false;
  if (featureOf(from) && featureOf(to)) return featureOf(from) !== featureOf(to);
  if (folderOf(from) === 'components' && product.some((part) => to === part || to.startsWith(`${part}/`))) return true;
  return !folders.includes(folderOf(to));
}

test('imports go app → features → shared → components, lib → generated; no feature knows another, no component the product', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((to) => isWrong(file, to))
      .map((to) => `${file} → ${to}`),
  );
  expect(wrong).toEqual([]);
});
