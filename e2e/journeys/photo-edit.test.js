import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { card, logInCustomer, openRequest } from '../lib/customer.js';
import { assertNoFaults } from '../lib/faults.js';
import { inspect } from '../lib/inspect.js';
import { picture } from '../lib/picture.js';
import { openProduct } from '../lib/product.js';
import { sendRequest } from '../lib/request-calls.js';
import { kindIn, newPerson } from '../lib/request-kinds.js';
import { assertTouchable } from '../lib/touch.js';
import { until } from '../lib/until.js';

const product = openProduct();

/** A bright page on a dark table, seen from its lower edge: 300 of 600 pixels wide above, 480 below, 600 of 800 high. */
function pageAtAnAngle(pixels, width, share) {
  pixels.fill(50);
  if (share < 0.125 || share > 0.875) return;
  const half = 150 + (90 * (share - 0.125)) / 0.75;
  for (let x = Math.ceil(width / 2 - half); x < width / 2 + half; x += 1) {
    const isInk = (share * 40) % 1 < 0.3 && x % 7 < 2;
    pixels.fill(isInk ? 60 : 215, x * 3, x * 3 + 3);
  }
}

const sizeOf = (image) => image.evaluate(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight]);

test.describe('a photo in the review', () => {
  for (const [entity, language] of [
    ['NGB', 'en'],
    ['KALVI', 'ta'],
  ]) {
    test(`is rotated, cropped by its corners and straightened: ${entity} ${language} phone`, async () => {
      const person = newPerson(language);
      const { txnRefNo } = await sendRequest(product, entity, person);
      const visit = await logInCustomer(product, { entity, language, device: 'phone', person });
      const { page, t } = visit;
      await openRequest(visit, txnRefNo);
      const [{ title }] = kindIn(language, entity).required;
      const camera = page.waitForEvent('filechooser');
      await card(visit, title).locator('[data-choose]:visible').first().click();
      const buffer = picture(600, 800, pageAtAnAngle);
      await (await camera).setFiles({ name: 'page.png', mimeType: 'image/png', buffer });
      const dialog = page.getByRole('dialog', { name: title });
      const press = (key) => dialog.getByRole('button', { name: t(`ui.upload.shot.${key}`), exact: true });
      const shown = dialog.getByRole('img', { name: t('ui.upload.shot.page', { number: 1, all: 1 }) });
      const isOfSize = (wanted, allowed) => async () => {
        const size = await sizeOf(shown);
        return size.every((pixels, at) => Math.abs(pixels - wanted[at]) <= allowed);
      };
      await until(isOfSize([600, 800], 0), 'the photo is not shown');
      await press('turn').click();
      await until(isOfSize([800, 600], 0), 'the photo is not rotated');
      await press('undo').click();
      await until(isOfSize([600, 800], 0), 'the photo is not as it was taken');
      await inspect(visit, 'a photo that can be changed');

      await press('crop').click();
      const corner = (name) => press(`corner.${name}`);
      await corner('topLeft').waitFor();
      await assertTouchable(visit, 'the corners of a page');
      // The corners are where the page is; the keys move them.
      const placeOf = async (name) => {
        const { x, y, width, height } = await corner(name).boundingBox();
        return [x + width / 2, y + height / 2];
      };
      await until(async () => {
        const [left, right] = [await placeOf('topLeft'), await placeOf('bottomRight')];
        return right[0] - left[0] < page.viewportSize().width * 0.75;
      }, 'the page is not found');
      await inspect(visit, 'the corners of a page');
      const before = await placeOf('topLeft');
      await corner('topLeft').press('Shift+ArrowLeft');
      await until(async () => (await placeOf('topLeft'))[0] < before[0] - 2, 'the keys do not move the corner');
      await corner('topLeft').press('Shift+ArrowRight');
      // A finger or a mouse does, too.
      const at = await placeOf('bottomRight');
      await page.mouse.move(...at);
      await page.mouse.down();
      await page.mouse.move(at[0] + 12, at[1] + 12, { steps: 3 });
      await page.mouse.move(...at, { steps: 3 });
      await page.mouse.up();
      await press('cropUse').click();
      await until(isOfSize([480, 607], 15), 'the page is not cut out');
      await dialog.locator('[data-use]').click();
      await card(visit, title)
        .getByRole('button', { name: t('ui.upload.remove', { name: 'page.jpg' }), exact: true })
        .waitFor();
      assert.equal(await card(visit, title).getByRole('alert').count(), 0);
      assertNoFaults(visit);
    });
  }
});
