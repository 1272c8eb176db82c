import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { card, logInCustomer, openRequest, submit } from '../lib/customer.js';
import { assertNoFaults } from '../lib/faults.js';
import { inspect } from '../lib/inspect.js';
import { picture } from '../lib/picture.js';
import { openProduct } from '../lib/product.js';
import { findRequest, sendRequest } from '../lib/request-calls.js';
import { kindIn, newPerson } from '../lib/request-kinds.js';

const product = openProduct();

const photo = (name, width, height) => ({ name, mimeType: 'image/png', buffer: picture(width, height) });

/** A customer on a phone, with the first document of a request open. */
async function atTheCamera(entity, language) {
  const person = newPerson(language);
  const { txnRefNo } = await sendRequest(product, entity, person);
  const visit = await logInCustomer(product, { entity, language, device: 'phone', person });
  const { page, t } = visit;
  await openRequest(visit, txnRefNo);
  const { required } = kindIn(language, entity);
  const [{ title }] = required;
  const dialog = page.getByRole('dialog', { name: title });
  /** Presses what opens the camera, and takes a photo with it. */
  const shoot = async (button, shot) => {
    const camera = page.waitForEvent('filechooser');
    await button.click();
    await (await camera).setFiles(shot);
  };
  const button = (key, values) => dialog.getByRole('button', { name: t(`ui.upload.shot.${key}`, values), exact: true });
  /** The photo that is shown has this size. */
  const isShown = (number, all, width) =>
    page.waitForFunction(
      ([name, wanted]) => document.querySelector(`[role=dialog] img[alt="${name}"]`)?.naturalWidth === wanted,
      [t('ui.upload.shot.page', { number, all }), width],
    );
  return { visit, txnRefNo, title, all: required.length, dialog, shoot, button, isShown, place: card(visit, title) };
}

async function handedIn({ visit, txnRefNo, all, place }, entity, name) {
  const { t } = visit;
  await place.getByRole('button', { name: t('ui.upload.remove', { name }), exact: true }).waitFor();
  await submit(visit, 1, all);
  const { parties } = await findRequest(product, entity, txnRefNo);
  const [{ versions }] = parties[0].documents;
  assert.equal(versions.length, 1);
  return versions[0].files;
}

test.describe('photos on a phone', () => {
  for (const [entity, language] of [
    ['NGB', 'en'],
    ['KALVI', 'ta'],
  ]) {
    test(`one is taken again before it is used: ${entity} ${language}`, async () => {
      const at = await atTheCamera(entity, language);
      const { visit, place, dialog, shoot, button, isShown } = at;
      await shoot(place.locator('[data-choose]:visible').first(), photo('first.png', 600, 800));
      await isShown(1, 1, 600);
      await shoot(button('again'), photo('second.png', 640, 900));
      await isShown(1, 1, 640);
      await dialog.locator('[data-use]').click();
      await dialog.waitFor({ state: 'detached' });
      const files = await handedIn(at, entity, 'second.png');
      assert.deepEqual(
        files.map(({ fileName }) => fileName),
        ['second.png'],
      );
      assertNoFaults(visit);
    });

    test(`three become one PDF, in another order and without a fourth: ${entity} ${language}`, async () => {
      const at = await atTheCamera(entity, language);
      const { visit, title, place, dialog, shoot, button, isShown } = at;
      const { t } = visit;
      await shoot(place.locator('[data-choose]:visible').first(), photo('page.png', 600, 800));
      for (const [number, width] of [
        [2, 620],
        [3, 640],
        [4, 660],
      ]) {
        await shoot(button('more'), photo(`page-${number}.png`, width, 800));
        await isShown(number, number, width);
      }
      await button('remove', { number: 4 }).click();
      await isShown(3, 3, 640);
      await button('earlier', { number: 3 }).click();
      await isShown(2, 3, 640);
      await dialog.getByRole('button', { name: t('ui.upload.shot.page', { number: 3, all: 3 }), exact: true }).click();
      await isShown(3, 3, 620);
      await inspect(visit, 'three pages of a document');
      await dialog.locator('[data-use]').click();
      await dialog.waitFor({ state: 'detached' });
      const [file, ...others] = await handedIn(at, entity, `${title}.pdf`);
      assert.deepEqual([file.fileName, others.length], [`${title}.pdf`, 0]);
      assertNoFaults(visit);
    });
  }
});
