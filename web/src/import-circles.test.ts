import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = import.meta.dirname;

/** The most files that may import each other. */
const most = 3;
/** Larger circles that are left, by size. This list may only become shorter. */
const left: number[] = [];

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^test/.test(file));

const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];

/** The file that an import names. */
function fileOf(from: string, name: string) {
  const path = name.startsWith('@/') ? name.slice(2) : relative('.', join(dirname(from), name));
  const ending = endings.find((each) => /\.tsx?$/.test(path + each) && existsSync(join(root, path + each)));
  return ending === undefined ? undefined : `${path}${ending}`.replaceAll('\\', '/');
}

/** Names that an index file hands on lead to where they come from. */
function sourcesOf(file: string): Map<string, string> {
  if (!/(^|\/)index\.tsx?$/.test(file)) return new Map();
  const text = readFileSync(join(root, file), 'utf8');
  const again = [...text.matchAll(/export\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'([^']+)'/g)];
  return new Map(
    again.flatMap(([, names = '', from = '']) => {
      const source = fileOf(file, from);
      const given = names.split(',').map(
        (name) =>
          name
            .replace(/^\s*type\s/, '')
            .split(' as ')
            .at(-1)
            ?.trim() ?? '',
      );
      return source ? given.filter(Boolean).map((name): [string, string] => [name, source]) : [];
    }),
  );
}

function importsOf(file: string) {
  const text = readFileSync(join(root, file), 'utf8');
  const found = new Set<string>();
  for (const [, names = '', from = ''] of text.matchAll(/(?:^|\n)import\s+([^'"]*?)\s*from\s+'([^']+)'/g)) {
    if (!from.startsWith('.') && !from.startsWith('@/')) continue;
    const target = fileOf(file, from);
    if (!target) continue;
    const sources = sourcesOf(target);
    const listed = /\{([^}]*)\}/.exec(names)?.[1] ?? '';
    const taken = listed.split(',').map(
      (name) =>
        name
          .replace(/^\s*type\s/, '')
          .split(' as ')[0]
          ?.trim() ?? '',
    );
    for (const name of taken.filter(Boolean)) found.add(sources.get(name) ?? target);
    if (!listed) found.add(target);
  }
  found.delete(file);
  return found;
}

function reached(from: string, edges: Map<string, Set<string>>) {
  const found = new Set<string>();
  const waiting = [from];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const target of edges.get(next) ?? [])
      if (!found.has(target)) {
        found.add(target);
        waiting.push(target);
      }
  return found;
}

/** Groups of nodes that reach each other, each sorted. */
function circlesOf(edges: Map<string, Set<string>>) {
  const reach = new Map([...edges.keys()].map((from) => [from, reached(from, edges)]));
  const groups = [...reach].map(([from, targets]) => [...targets].filter((to) => reach.get(to)?.has(from)).sort());
  const distinct = new Map(groups.filter((group) => group.length > 1).map((group) => [group.join(), group]));
  return [...distinct.values()];
}

const edges = new Map(files.map((file) => [file, importsOf(file)]));

test('few files import each other in a circle', () => {
  const large = circlesOf(edges).filter((circle) => circle.length > most);
  expect(
    large.map((circle) => circle.length),
    large.join('\n'),
  ).toEqual(left);
});

/** `features/requests`, `lib/api`: a folder with the folders inside it. */
const folderOf = (file: string) =>
  file.includes('/') ? file.split('/').slice(0, -1).slice(0, 2).join('/') : undefined;

test('folders do not import each other', () => {
  const between = new Map<string, Set<string>>();
  for (const [from, targets] of edges) {
    const own = folderOf(from);
    const others = [...targets].map(folderOf).filter((to) => to !== undefined && own !== undefined && to !== own);
    const isNested = (to: string | undefined) => to?.startsWith(`${own}/`) || own?.startsWith(`${to}/`);
    if (own)
      for (const to of others) if (to && !isNested(to)) between.set(own, (between.get(own) ?? new Set()).add(to));
  }
  expect(circlesOf(between)).toEqual([]);
});

test('a circle is found', () => {
  const edges = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['a', 'd'])],
    ['d', new Set<string>()],
  ]);
  expect(circlesOf(edges)).toEqual([['a', 'b', 'c']]);
});
