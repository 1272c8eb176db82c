import { readFileSync } from 'node:fs';

const read = (name) => JSON.parse(readFileSync(new URL(`../../wording/${name}.json`, import.meta.url), 'utf8'));
const texts = Object.fromEntries(
  ['en', 'en.bank', 'en.education', 'ta', 'ta.education'].map((name) => [name, read(name)]),
);

const chains = {
  en: { Bank: ['en.bank', 'en'], Education: ['en.education', 'en'], '': ['en'] },
  ta: { Bank: ['ta', 'en'], Education: ['ta.education', 'ta', 'en.education', 'en'], '': ['ta', 'en'] },
};

const lookUp = (name, key) => key.split('.').reduce((part, step) => part?.[step], texts[name]);

/** The product's own wording, so that journeys run in both languages and for both kinds of entity. */
export function wordsOf(language, entityType = '') {
  const chain = chains[language][entityType];
  const t = (key, values = {}) => {
    const keys = 'count' in values ? [`${key}_${values.count === 1 ? 'one' : 'other'}`, key] : [key];
    const found = keys.flatMap((each) => chain.map((name) => lookUp(name, each))).find((text) => text !== undefined);
    if (typeof found !== 'string') throw new Error(`no text ${key}`);
    return found
      .replace(/\{\{(\w+)\}\}/g, (_all, name) => String(values[name]))
      .replace(/\$t\(([\w.]+)\)/g, (_all, nested) => t(nested));
  };
  return t;
}
