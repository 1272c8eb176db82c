import { renderHook } from '@testing-library/react';
import en from '@wording/en.json';
import ta from '@wording/ta.json';
import { afterEach, expect, test } from 'vitest';
import { session } from '@/lib/session';
import { anAuth } from '@/test/auth';
import { chainOf, keepPageLanguage, pageLanguage, setEntityType, setLanguage, t, tagOf, usePageTitle } from '.';

afterEach(async () => {
  sessionStorage.clear();
  await setLanguage('en');
});

test('the tag follows language and entity type', () => {
  expect(tagOf('en', '')).toBe('en');
  expect(tagOf('en', 'FinInstitute')).toBe('en');
  expect(tagOf('en', 'Bank')).toBe('en-x-bank');
  expect(tagOf('en', 'Education')).toBe('en-x-edu');
  expect(tagOf('ta', 'Bank')).toBe('ta');
  expect(tagOf('ta', 'Education')).toBe('ta-x-edu');
});

test('Tamil for education falls back over Tamil and the English of education', () => {
  expect(chainOf('ta-x-edu')).toEqual(['ta-x-edu', 'ta', 'en-x-edu', 'en']);
});

test('a choice is kept under NLS and entityType and changes the words at once', async () => {
  await setLanguage('ta');
  expect(session.language()).toBe('ta');
  expect(t('ui.common.cancel')).toBe(ta.ui.common.cancel);
  expect(document.documentElement.lang).toBe('ta');
  expect(document.title).toBe(ta.app.title);
  await setLanguage('en');
  await setEntityType('Education');
  expect(sessionStorage.getItem('entityType')).toBe('Education');
  expect(t('term.customer')).toBe('student');
  expect(t('ui.login.customer')).toBe('Are you a student?');
});

test('the tab is named after its page, then the entity', async () => {
  await setLanguage('en');
  const { rerender, unmount } = renderHook(({ title }) => usePageTitle(title), {
    initialProps: { title: 'Branch Master' },
  });
  expect(document.title).toBe(`Branch Master · ${t('app.title')}`);
  session.setAuth(anAuth());
  rerender({ title: 'Dashboard' });
  expect(document.title).toBe('Dashboard · Northgate Bank');
  unmount();
  expect(document.title).toBe('Northgate Bank');
  session.clear();
});

test('a cleared session keeps the language of the page', async () => {
  await setLanguage('ta');
  session.clear();
  await keepPageLanguage();
  expect(pageLanguage()).toBe('ta');
  expect(sessionStorage.getItem('NLS')).toBe('ta');
});

type Words = { [name: string]: string | Words };
const keysOf = (words: Words, prefix = ''): string[] =>
  Object.entries(words).flatMap(([name, value]) =>
    typeof value === 'string' ? [prefix + name] : keysOf(value, `${prefix}${name}.`),
  );

test('English and Tamil have the same keys', () => {
  expect(keysOf(ta as Words).sort()).toEqual(keysOf(en as Words).sort());
});
