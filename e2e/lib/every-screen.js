import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { assertNoFaults } from './faults.js';
import { inspect } from './inspect.js';
import { openFromMenu, settled } from './master.js';
import { openAs } from './product.js';
import { screens } from './screens.js';
import { variants } from './variants.js';

async function look(visit, { code, path }) {
  await openFromMenu(visit, code);
  await settled(visit);
  await inspect(visit, path);
  const title = await visit.page.title();
  assert.ok(title.startsWith(visit.t(`screen.${code}`)), `${path} is called ${title}`);
  assertNoFaults(visit);
}

/**
 * Every second admin and user-management screen, on desktop and phone, one of them in Tamil.
 * The two entities share the screens out: both have all of them, and they differ in words only.
 */
export function walkScreens(product, entity) {
  const remainder = entity === 'NGB' ? 0 : 1;
  const shared = screens.filter((_, place) => place % 2 === remainder);
  for (const variant of variants.filter((each) => each.entity === entity)) {
    test(`every screen opens from the menu: ${variant.language} ${variant.device}`, async () => {
      const visit = await openAs(product, variant);
      for (const screen of shared) await test.step(`${screen.code} ${screen.path}`, () => look(visit, screen));
    });
  }
}
