import type { Tag } from './tags';

export type Texts = Record<string, unknown>;
/** In the built page the words are fetched as data: see `fetchedWords` in first-words.ts. */
type File = () => Promise<{ default: Texts | (() => Promise<Texts>) }>;

/** The first words of an entry. English is bundled, because it is the fallback. */
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

/** Variants are small and load whole; a language starts with its first words only. */
export async function loadTexts(tag: Tag, first: FirstWords | undefined): Promise<Texts> {
  if (first && tag === 'en') return first.en;
  const { default: words } = await (first && tag === 'ta' ? first.ta : files[tag])();
  return typeof words === 'function' ? (words as () => Promise<Texts>)() : words;
}
