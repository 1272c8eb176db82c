import type { Tag } from './tags';

export type Texts = Record<string, unknown>;
/** What the pages before the login and the portal say, or everything. */
export type Part = 'first' | 'all';

type File = () => Promise<{ default: Texts }>;

const all: Record<Tag, File> = {
  en: () => import('@wording/en.json'),
  'en-x-bank': () => import('@wording/en.bank.json'),
  'en-x-edu': () => import('@wording/en.education.json'),
  ta: () => import('@wording/ta.json'),
  'ta-x-edu': () => import('@wording/ta.education.json'),
};

/** Variants are small and come whole; of Tamil a phone needs the first words only. */
const first: Partial<Record<Tag, File>> = { ta: () => import('@wording/ta.json?first') };

export async function loadTexts(tag: Tag, part: Part): Promise<Texts> {
  const file = part === 'first' ? (first[tag] ?? all[tag]) : all[tag];
  return (await file()).default;
}
