import assert from 'node:assert/strict';

/** Waits until the focus is where it belongs; it often moves a moment after a layer closes. */
export async function focusedOn({ page }, locator, what) {
  const wanted = await locator.elementHandle();
  await page
    .waitForFunction((element) => document.activeElement === element, wanted, { timeout: 3_000 })
    .catch(async () => {
      const actual = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
      assert.fail(`${what}: the focus is on ${actual}`);
    });
}
