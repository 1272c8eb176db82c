import assert from 'node:assert/strict';

/** Keyboard-only actions. */

const isFocused = (locator) =>
  locator.evaluateAll((elements) => elements.some((element) => element === document.activeElement));

/** Tabs through the controls until the wanted one has the focus; fails if Tab never reaches it. */
export async function tabTo({ page }, locator, { key = 'Tab', most = 90 } = {}) {
  for (let left = most; left > 0; left -= 1) {
    await page.keyboard.press(key);
    if (await isFocused(locator)) return;
  }
  assert.fail(`no Tab leads to ${locator}`);
}

export async function pressOn(visit, locator, options) {
  await tabTo(visit, locator, options);
  await visit.page.keyboard.press('Enter');
}

const highlighted = ({ page }) =>
  page.locator('[role=option][data-combobox-selected]:visible').first().textContent({ timeout: 500 });

/** Picks an option of the focused field's list. */
export async function pickByKeys(visit, label) {
  const { page } = visit;
  const mayType = await page.evaluate(() => document.activeElement.readOnly === false);
  if (mayType) await page.keyboard.type(label);
  else await page.keyboard.press('ArrowDown');
  await page.locator('[role=option]:visible').filter({ hasText: label }).first().waitFor();
  for (let left = 40; left > 0; left -= 1) {
    const text = await highlighted(visit).catch(() => '');
    if (text.startsWith(label)) return page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
  }
  assert.fail(`no arrow leads to ${label}`);
}

/** Picks one of a few radio buttons, the first of which has the focus. */
async function markByKeys({ page }, label) {
  await page.keyboard.press('Space');
  for (let left = 8; left > 0; left -= 1) {
    const [name] = await page.evaluate(() => [document.activeElement.labels?.[0]?.textContent]);
    if (name === label) return;
    await page.keyboard.press('ArrowDown');
  }
  assert.fail(`no arrow leads to ${label}`);
}

const fieldName = ({ page }) => page.evaluate(() => document.activeElement?.getAttribute('data-field'));

/**
 * Tabs through a form and fills in its fields: a text is typed, `{pick}` is chosen from a list,
 * `{mark}` is one of a few buttons. Ends on `last` and presses it.
 */
export async function fillAlong(visit, values, last) {
  const { page } = visit;
  const left = { ...values };
  for (let steps = 120; steps > 0; steps -= 1) {
    await page.keyboard.press('Tab');
    if (await isFocused(last)) {
      assert.deepEqual(left, {}, 'every field was come by');
      return page.keyboard.press('Enter');
    }
    const name = await fieldName(visit);
    if (!name || left[name] === undefined) continue;
    const { [name]: value } = left;
    delete left[name];
    if (value.pick) await pickByKeys(visit, value.pick);
    else if (value.mark) await markByKeys(visit, value.mark);
    else await page.keyboard.type(value);
  }
  assert.fail(`no Tab leads to ${last}`);
}
