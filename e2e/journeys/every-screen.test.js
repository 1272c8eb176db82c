import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAccessible } from '../lib/axe.js';
import { assertNoFaults } from '../lib/faults.js';
import { enter, openHouse } from '../lib/house.js';
import { journey } from '../lib/journey.js';
import { openFromMenu, settled } from '../lib/master.js';
import { screens } from '../lib/screens.js';
import { wordsOf } from '../lib/words.js';

const house = openHouse();

/** Axe takes as long as all the rest, so it looks at the two corners that differ most. */
const examined = new Set(['NGB en desktop', 'KALVI ta phone']);

/** A phone page that scrolls sideways has something too wide on it. */
const overflow = ({ page }) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function look(visit, { code, path }, isExamined) {
  await openFromMenu(visit, code);
  await settled(visit);
  assert.equal(await overflow(visit), 0, `${path} is wider than its window`);
  if (isExamined) await assertAccessible(visit, path);
  assertNoFaults(visit);
}

// Two windows at a time: one alone leaves a core idle.
describe('every screen opens from the menu', { concurrency: 2 }, () => {
  test('the titles are the spec’s', () => {
    const t = wordsOf('en');
    for (const { code, title } of screens) assert.equal(t(`screen.${code}`), title);
  });

  for (const entity of ['NGB', 'KALVI']) {
    for (const language of ['en', 'ta']) {
      for (const device of ['desktop', 'phone']) {
        const name = `${entity} ${language} ${device}`;
        journey(name, async (at) => {
          const visit = await enter(house, { entity, language, device });
          for (const screen of screens) {
            await at.test(`${screen.code} ${screen.path}`, () => look(visit, screen, examined.has(name)));
          }
        });
      }
    }
  }
});
