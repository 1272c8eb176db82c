import type { Tag } from './tags';

type Texts = Record<string, unknown>;

const files: Record<Exclude<Tag, 'en'>, () => Promise<{ default: Texts }>> = {
  'en-x-bank': () => import('@wording/en.bank.json'),
  'en-x-edu': () => import('@wording/en.education.json'),
  ta: () => import('@wording/ta.json'),
  'ta-x-edu': () => import('@wording/ta.education.json'),
};

/** English is never asked for here: it comes with the page. */
export const loadTexts = async (tag: Tag): Promise<Texts> =>
  tag === 'en' ? {} : (await files[tag]()).default;
