import i18next from 'i18next';
import { useEffect, useRef } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { type EntityType, type Language, session } from '@/lib/session';

const languages: Language[] = ['en', 'ta'];

/** For code outside components; components use `useTranslation()` so that they follow the language. */
export const t = i18next.t.bind(i18next) as typeof i18next.t;

/** Set by the entry, and dropped once all words are needed. */
let first: FirstWords | undefined;
/** The entity whose page this is, where it is known from the start. */
let owner: string | undefined;
/** How much of each language is loaded. */
const have = new Map<Tag, 'first' | 'all'>();

async function load(tag: Tag) {
  const part = first ? 'first' : 'all';
  const missing = chainOf(tag).filter((each) => have.get(each) !== part && have.get(each) !== 'all');
  const texts = await Promise.all(missing.map((each) => loadTexts(each, first)));
  missing.forEach((each, at) => {
    if (have.get(each) === 'all') return;
    i18next.addResourceBundle(each, 'translation', texts[at], true, true);
    have.set(each, part);
  });
}

const wanted = () => tagOf(session.language(), session.entityType());

async function apply() {
  const tag = wanted();
  await load(tag);
  // Another language may have been chosen while the words loaded.
  if (tag !== wanted()) return;
  await i18next.changeLanguage(tag);
  document.documentElement.lang = session.language();
  showTitle();
  document.querySelector('meta[name="description"]')?.setAttribute('content', t('app.description'));
}

let page = '';

/** Screen first: in a row of tabs only the first words can be read. */
function showTitle() {
  const place = owner ?? session.auth()?.displayName ?? t('app.title');
  document.title = page ? `${page} · ${place}` : place;
}

/** Names the browser tab after the page while the component is shown; nothing where another component does. */
export function usePageTitle(title: string) {
  useEffect(() => {
    if (title === '') return;
    page = title;
    showTitle();
    return () => {
      page = '';
      showTitle();
    };
  }, [title]);
}

/** Without first words, everything loads at once. A page of an entity has its name as title. */
export async function startWording(words?: FirstWords, entityName?: string) {
  first = words;
  owner = entityName;
  if (!i18next.isInitialized) {
    await i18next.use(initReactI18next).init({
      resources: {},
      load: 'currentOnly',
      fallbackLng: (tag) => fallbackOf(tag),
      keySeparator: '.',
      nsSeparator: false,
      interpolation: { escapeValue: false },
      returnNull: false,
      react: { useSuspense: false, bindI18n: 'languageChanged' },
    });
  }
  await apply();
}

/** Loads the rest of the words. Needed before any staff page behind the login renders. */
export async function completeWording() {
  first = undefined;
  await apply();
}

/** Stored under NLS; the page switches language without a reload. */
export async function setLanguage(language: Language) {
  session.setLanguage(language);
  await apply();
}

/** Stored under entityType, which selects the wording variant. */
export async function setEntityType(entityType: EntityType) {
  session.setEntityType(entityType);
  await apply();
}

const languageOf = (tag: string | undefined) => languages.find((language) => tag?.startsWith(language)) ?? 'en';

/** The current language, which survives a cleared session storage. */
export const pageLanguage = (): Language => languageOf(i18next.language);

/** After the session storage is cleared, the page keeps its language and drops the entity's wording. */
export async function keepPageLanguage() {
  if (pageLanguage() !== 'en') session.setLanguage(pageLanguage());
  await apply();
}

/** The current language; re-renders on change. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return languageOf(i18n.language);
}

/** Answers of the server contain labels of masters in the language of the page: fetch them again when it changes. */
export function useOnLanguageChange(act: () => void) {
  const language = useLanguage();
  const before = useRef(language);
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (before.current !== language) latest.current();
    before.current = language;
  }, [language]);
}

type Tag = 'en' | 'en-x-bank' | 'en-x-edu' | 'ta' | 'ta-x-edu';

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

const fallbackOf = (tag: string): Tag[] => fallbacks[tag as Tag] ?? ['en'];

/** Everything to load before a tag can be used. */
export const chainOf = (tag: Tag): Tag[] => [tag, ...fallbackOf(tag)];

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
async function loadTexts(tag: Tag, first: FirstWords | undefined): Promise<Texts> {
  if (first && tag === 'en') return first.en;
  const { default: words } = await (first && tag === 'ta' ? first.ta : files[tag])();
  return typeof words === 'function' ? (words as () => Promise<Texts>)() : words;
}

export { useTranslation };
