import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { deskScreens, screens } from '../lib/screens.js';
import { wordsOf } from '../lib/words.js';

test('the titles of the screens are the spec’s', () => {
  const t = wordsOf('en');
  for (const { code, title } of [...screens, ...deskScreens]) assert.equal(t(`screen.${code}`), title);
});
