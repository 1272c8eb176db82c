import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { type EntityType, type Language, session } from '@/lib/session';
import { type FirstWords, loadTexts } from './load';
import { chainOf, fallbackOf, type Tag, tagOf } from './tags';

const languages: Language[] = ['en', 'ta'];

/** For code outside components; components use `useTranslation()` so that they follow the language. */
export const t = i18next.t.bind(i18next) as typeof i18next.t;

/** Told by the entry, and forgotten as soon as all words are wanted. */
let first: FirstWords | undefined;
/** How much of each language is there. */
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
  // Another choice may have been made while the words came.
  if (tag !== wanted()) return;
  await i18next.changeLanguage(tag);
  document.documentElement.lang = session.language();
  document.title = t('app.title');
  document.querySelector('meta[name="description"]')?.setAttribute('content', t('app.description'));
}

/** Without first words everything is loaded at once. */
export async function startWording(words?: FirstWords) {
  first = words;
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

/** The rest of the words. Needed before anything of the staff's behind the login is drawn. */
export async function completeWording() {
  first = undefined;
  await apply();
}

/** Kept under NLS; the page changes its words without a reload. */
export async function setLanguage(language: Language) {
  session.setLanguage(language);
  await apply();
}

/** Kept under entityType, which chooses the variant of the words. */
export async function setEntityType(entityType: EntityType) {
  session.setEntityType(entityType);
  await apply();
}

const languageOf = (tag: string | undefined) =>
  languages.find((language) => tag?.startsWith(language)) ?? 'en';

/** The language on the page, which outlives a cleared session storage. */
export const pageLanguage = (): Language => languageOf(i18next.language);

/** After the session's storage was cleared, the page goes on in its language; its entity's words are dropped. */
export async function keepPageLanguage() {
  if (pageLanguage() !== 'en') session.setLanguage(pageLanguage());
  await apply();
}

/** The language on the page now; it re-renders its user when it changes. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return languageOf(i18n.language);
}

export { type FirstWords, useTranslation };
