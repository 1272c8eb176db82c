import assert from 'node:assert/strict';
import { assertAccessible } from './axe.js';

/** How much wider than its window the page is; a page that scrolls sideways contains something too wide. */
export const overflow = ({ page }) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Checks accessibility and width of the current page. */
export async function inspect(visit, where) {
  await assertAccessible(visit, where);
  assert.equal(await overflow(visit), 0, `${where} is wider than its window`);
}
