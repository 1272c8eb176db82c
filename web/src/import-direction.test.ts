import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = import.meta.dirname;

/** Which rooms a room may look into. A test may look anywhere. */
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

const roomOf = (path: string) => path.split('/')[0] ?? '';
const featureOf = (path: string) => (roomOf(path) === 'features' ? path.split('/')[1] : undefined);

function isWrong(from: string, to: string) {
  const rooms = allowed[roomOf(from)];
  if (!rooms || roomOf(to) === '..') return false;
  if (featureOf(from) && featureOf(to)) return featureOf(from) !== featureOf(to);
  return !rooms.includes(roomOf(to));
}

test('imports go app → features → components, lib → generated, and no feature knows another', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((to) => isWrong(file, to))
      .map((to) => `${file} → ${to}`),
  );
  expect(wrong).toEqual([]);
});
