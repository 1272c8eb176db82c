import type { EntityType, Language } from '@/lib/session';

export type Tag = 'en' | 'en-x-bank' | 'en-x-edu' | 'ta' | 'ta-x-edu';

const fallbacks: Record<Tag, Tag[]> = {
  en: [],
  'en-x-bank': ['en'],
  'en-x-edu': ['en'],
  ta: ['en'],
  'ta-x-edu': ['ta', 'en-x-edu', 'en'],
};

/** Banks and education bodies have their own wording; all other entities use the general set. */
export function tagOf(language: Language, entityType: EntityType): Tag {
  if (entityType === 'Education') return `${language}-x-edu`;
  return language === 'en' && entityType === 'Bank' ? 'en-x-bank' : language;
}

export const fallbackOf = (tag: string): Tag[] => fallbacks[tag as Tag] ?? ['en'];

/** Everything to load before a tag can be used. */
export const chainOf = (tag: Tag): Tag[] => [tag, ...fallbackOf(tag)];
