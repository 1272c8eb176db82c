import type { Tag } from './tags';

export type Texts = Record<string, unknown>;
/** In the built page the words are data that the module fetches: see `fetchedWords` in first-words.ts. */
type File = () => Promise<{ default: Texts | (() => Promise<Texts>) }>;

/** What an entry's first pages say. English comes with the page itself, because everybody falls back to it. */
export interface FirstWords {
  en: Texts;
  ta: File;
}

const files: Record<Tag, File> = {
  en: () => import('@wording/en.json'),
  'en-x-bank': () => import('@wording/en.bank.json'),
  'en-x-edu': () => import('@wording/en.education.json'),
  ta: () => import('@wording/ta.json'),
  'ta-x-edu': () => import('@wording/ta.education.json'),
};

/** Variants are small and come whole; of a language a phone needs its first words only. */
export async function loadTexts(tag: Tag, first: FirstWords | undefined): Promise<Texts> {
  if (first && tag === 'en') return first.en;
  const { default: words } = await (first && tag === 'ta' ? first.ta : files[tag])();
  return typeof words === 'function' ? (words as () => Promise<Texts>)() : words;
}
