import type { Tag } from './tags';

type Texts = Record<string, unknown>;

const files: Record<Tag, () => Promise<{ default: Texts }>> = {
  en: () => import('@wording/en.json'),
  'en-x-bank': () => import('@wording/en.bank.json'),
  'en-x-edu': () => import('@wording/en.education.json'),
  ta: () => import('@wording/ta.json'),
  'ta-x-edu': () => import('@wording/ta.education.json'),
};

export const loadTexts = async (tag: Tag): Promise<Texts> => (await files[tag]()).default;
