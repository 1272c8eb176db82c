import assert from 'node:assert/strict';
import { assertAccessible } from './axe.js';

/** How much wider than its window the page is: a page that scrolls sideways has something too wide on it. */
export const overflow = ({ page }) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Nothing of a page state may be out of reach, for whoever looks or hears. Axe takes long, so not every variant asks it. */
export async function inspect(visit, where, { withAxe = true } = {}) {
  if (withAxe) await assertAccessible(visit, where);
  assert.equal(await overflow(visit), 0, `${where} is wider than its window`);
}
