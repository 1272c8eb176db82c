import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import { test } from '@playwright/test';
import { entities } from '../lib/api.js';
import { card, entityName, openCard, submit, uploadHeading } from '../lib/customer.js';
import { assertNoFaults } from '../lib/faults.js';
import { inspect } from '../lib/inspect.js';
import { labelIn } from '../lib/labels.js';
import { codeFor, linkFor, mailsTo } from '../lib/mailbox.js';
import { picture, written } from '../lib/picture.js';
import { openPage, openProduct } from '../lib/product.js';
import { findRequest, sendRequest } from '../lib/request-calls.js';
import { newPerson } from '../lib/request-kinds.js';
import { assertTouchable } from '../lib/touch.js';
import { wordsOf } from '../lib/words.js';

const product = openProduct();
const documents = { NGB: ['PAN', 'AADHAAR', 'PHOTO'], KALVI: ['PASSPORT', 'MARK10', 'PAN'] };
const photo = (name, buffer = picture(640, 400)) => ({ name, mimeType: 'image/png', buffer });

/** A request for three or other documents, and the link that its customer got. */
async function invite(entity, language, codes = documents[entity]) {
  const person = newPerson(language);
  const since = new Date();
  const ofParty = { documents: codes.map((documentCode) => ({ documentCode, mandatory: true })) };
  const { txnRefNo, parties } = await sendRequest(product, entity, person, {}, ofParty);
  const link = new URL(await linkFor(product.origin, person.emailAddress, since));
  assert.equal(`${link.pathname}${link.search}`, `/provider/requests/${txnRefNo}?entity=${entity}`);
  const titles = parties[0].documents.map(({ documentTitle }) => labelIn(language, entity, documentTitle));
  return { person, txnRefNo, titles, entity, path: `${link.pathname}${link.search}${link.hash}` };
}

/** Opens a link as a mail program does: in a window of its own. */
async function follow({ path, entity }, { language = 'en', device = 'phone', alone = true } = {}) {
  const visit = await openPage(product, { device, path: '/healthz', alone });
  await visit.page.addInitScript((tag) => {
    sessionStorage.setItem('NLS', sessionStorage.getItem('NLS') ?? tag);
    addEventListener('click', ({ isTrusted }) => {
      if (isTrusted) sessionStorage.setItem('taps', Number(sessionStorage.getItem('taps')) + 1);
    });
  }, language);
  await visit.page.goto(path);
  return { ...visit, entity, language, t: wordsOf(language, entities[entity].entityType) };
}

const codeField = ({ page }) => page.locator('input[name=otp]');

async function enter(visit, { person }, since) {
  await codeField(visit).waitFor();
  const code = await codeFor(product.origin, person.emailAddress, since);
  await codeField(visit).fill(`${code.slice(0, 3)}-${code.slice(3)}`);
  await uploadHeading(visit).waitFor();
}

const choosing = ({ page }) => page.waitForEvent('filechooser');
const review = ({ page }, title) => page.getByRole('dialog', { name: title });
const sharp = (name, ink) => photo(name, picture(640, 880, written(ink)));

/** Each photo is looked at; using it opens the camera for the next document. */
async function photographAll(visit, titles) {
  const { t } = visit;
  let camera = choosing(visit);
  await card(visit, titles[0]).locator('[data-choose]:visible').first().click();
  for (const [at, title] of titles.entries()) {
    await (await camera).setFiles(sharp(`page-${at}.png`));
    const dialog = review(visit, title);
    await dialog.getByRole('img', { name: t('ui.upload.shot.page', { number: 1, all: 1 }) }).waitFor();
    if (at === 0) {
      await inspect(visit, 'a photo before it is sent');
      await assertTouchable(visit, 'a photo before it is sent');
    }
    const next = titles[at + 1];
    const name = next ? t('ui.upload.shot.useNext', { title: next }) : t('ui.upload.shot.use');
    if (next) camera = choosing(visit);
    await dialog.getByRole('button', { name, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }
}

const tapsOf = ({ page }) => page.evaluate(() => Number(sessionStorage.getItem('taps')));
const codesTo = async ({ person }) =>
  (await mailsTo(product.origin, person.emailAddress)).filter(({ text }) => /(?<![\d-])\d{6}(?!\d)/.test(text));

test.describe('a personal link', () => {
  for (const [entity, language, device] of [
    ['NGB', 'en', 'phone'],
    ['KALVI', 'ta', 'phone'],
    ['NGB', 'ta', 'desktop'],
  ]) {
    test(`leads to the receipt in at most six taps: ${entity} ${language} ${device}`, async () => {
      const asked = await invite(entity, language);
      const shell = await (await fetch(product.origin + asked.path)).text();
      assert.match(shell, new RegExp(`<title>${entityName(entity)}</title>`));
      assert.match(shell, new RegExp(`<b>${entityName(entity)}</b>`));
      const since = new Date();
      const visit = await follow(asked, { language, device });
      const { page, t } = visit;
      await codeField(visit).waitFor();
      assert.ok((await page.title()).endsWith(entityName(entity)));
      await page.getByText(entityName(entity), { exact: true }).first().waitFor();
      await inspect(visit, 'the code of a link');
      await enter(visit, asked, since);
      assert.equal(new URL(page.url()).pathname, `/provider/requests/${asked.txnRefNo}`);
      if (device === 'phone') {
        await assertTouchable(visit, 'a request');
        await photographAll(visit, asked.titles);
      }
      for (const [at, title] of device === 'phone' ? [] : asked.titles.entries()) {
        const place = card(visit, title);
        // Every document opens by itself, with the button for a photo or a file in sight.
        const shown = place.locator('[data-choose]:visible').first();
        await shown.waitFor();
        if (at > 0) {
          await place.locator('[data-choose]:focus').waitFor();
          const box = await shown.boundingBox();
          assert.ok(box.y > 0 && box.y + box.height < page.viewportSize().height, `${title} is not in sight`);
        }
        const choosing = page.waitForEvent('filechooser');
        await shown.click();
        await (await choosing).setFiles(photo(`page-${at}.png`));
      }
      const name = t('ui.upload.submitOf', { ready: 3, all: 3 });
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: t('ui.provider.receipt.title') }).waitFor();
      for (const title of asked.titles) await page.getByText(title, { exact: true }).waitFor();
      await page.getByText(asked.txnRefNo, { exact: true }).waitFor();
      await page.getByText(t('ui.provider.receipt.close')).waitFor();
      await inspect(visit, 'the receipt');
      // One more for the link itself.
      const taps = 1 + (await tapsOf(visit));
      assert.ok(taps <= 6, `${taps} taps`);
      const { transactionStatus } = await findRequest(product, entity, asked.txnRefNo);
      assert.equal(transactionStatus, 'Waiting');
      assertNoFaults(visit);
    });
  }

  test('opened again it shows the same code, and goes straight in where its owner is', async () => {
    const asked = await invite('NGB', 'en');
    const since = new Date();
    const visit = await follow(asked);
    await codeField(visit).waitFor();
    const elsewhere = await follow(asked, { device: 'desktop' });
    await codeField(elsewhere).waitFor();
    await elsewhere.page.getByText(elsewhere.t('ui.provider.sentBefore')).waitFor();
    await inspect(elsewhere, 'a link opened in another browser');
    assert.equal((await codesTo(asked)).length, 1);
    // A wrong code says how many tries are left.
    await codeField(visit).fill('000000');
    await visit.page.getByText(visit.t('message.otpTriesLeft', { count: 4 })).waitFor();
    await enter(visit, asked, since);
    const again = await visit.context.newPage();
    await again.goto(asked.path);
    await again.getByRole('heading', { level: 1, name: visit.t('screen.providerUpload') }).waitFor();
    assert.equal((await codesTo(asked)).length, 1);
    // Both tabs go on working.
    await visit.page.reload();
    await uploadHeading(visit).waitFor();
    assertNoFaults(visit, /422.*customerusermasterLogin/);
  });

  test('that is no longer valid leads to the login of its bank: KALVI ta phone', async () => {
    const path = '/provider/requests/K2611170000014?entity=KALVI#link=old.KALVI';
    const visit = await follow({ path, entity: 'KALVI' }, { language: 'ta' });
    const { page, t } = visit;
    await page
      .getByRole('alert')
      .filter({ hasText: t('ui.provider.linkGone') })
      .waitFor();
    await page.getByText(entityName('KALVI'), { exact: true }).first().waitFor();
    // The banks are listed when the server has answered.
    await page.locator('select[name=entityCode] option[value=KALVI]').waitFor({ state: 'attached' });
    assert.equal(await page.locator('select[name=entityCode]').inputValue(), 'KALVI');
    await inspect(visit, 'a link that has expired');
    // The next visit without a link shows the bank too.
    await page.goto('/provider/login');
    await page.locator('input[name=userId]').waitFor();
    assert.ok((await page.title()).endsWith(entityName('KALVI')));
  });
});

test.describe('photos', () => {
  test('are taken again, joined in order to one PDF, and warned of: NGB ta phone', async () => {
    const asked = await invite('NGB', 'ta', ['ADMLETTER']);
    const [title] = asked.titles;
    const since = new Date();
    const visit = await follow(asked, { language: 'ta' });
    const { page, t } = visit;
    await enter(visit, asked, since);
    const shoot = async (button, file) => {
      const camera = choosing(visit);
      await button.click();
      await (await camera).setFiles(file);
    };
    const dialog = review(visit, title);
    const press = (key, values) =>
      dialog.getByRole('button', { name: t(`ui.upload.shot.${key}`, values), exact: true });
    // A gradient has no sharp edge.
    await shoot(card(visit, title).locator('[data-choose]:visible').first(), photo('blurred.png'));
    await dialog.getByText(t('ui.upload.shot.blurred')).waitFor();
    await inspect(visit, 'a blurred photo');
    await shoot(press('again'), sharp('1.png', 20));
    await dialog.getByText(t('ui.upload.shot.blurred')).waitFor({ state: 'detached' });
    for (const [at, ink] of [60, 90].entries()) {
      await shoot(press('more'), sharp(`${at + 2}.png`, ink));
      await press('page', { number: at + 2, all: at + 2 }).waitFor();
    }
    await press('earlier', { number: 3 }).click();
    await inspect(visit, 'several photos');
    await assertTouchable(visit, 'several photos');
    await press('usePdf', { count: 3 }).click();
    await page.getByRole('button', { name: t('ui.upload.remove', { name: `${title}.pdf` }), exact: true }).waitFor();
    await submit(visit, 1, 1);
    const request = await findRequest(product, 'NGB', asked.txnRefNo);
    const [file] = request.parties[0].documents[0].versions[0].files;
    assert.equal(file.contentType, 'application/pdf');
    assert.equal(file.pages, 3);
    assertNoFaults(visit);
  });

  test('that are too large are made smaller, and others say what is wrong: NGB en phone', async () => {
    const asked = await invite('NGB', 'en');
    const [large, many, third] = asked.titles;
    const since = new Date();
    const visit = await follow(asked);
    const { t } = visit;
    await enter(visit, asked, since);
    const give = async (title, file) => {
      await openCard(visit, title);
      await card(visit, title).locator('input[type=file]').first().setInputFiles(file);
    };
    const staged = (title, name) =>
      card(visit, title)
        .getByRole('button', { name: t('ui.upload.remove', { name }), exact: true })
        .waitFor({ timeout: 60_000 });
    // Noise does not compress: over ten megabytes.
    await give(
      large,
      photo(
        'noise.png',
        picture(2200, 1700, (pixels) => randomFillSync(pixels)),
      ),
    );
    await staged(large, 'noise.jpg');
    // 48 megapixels in a small file.
    await give(
      many,
      photo(
        'flat.png',
        picture(8000, 6000, () => undefined),
      ),
    );
    await staged(many, 'flat.jpg');
    await give(third, { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('heic') });
    await card(visit, third).getByText(t('ui.upload.heic')).waitFor();
    await give(third, photo('empty.png', Buffer.alloc(0)));
    await card(visit, third).getByText(t('ui.upload.empty')).waitFor();
    await inspect(visit, 'photos that cannot be sent');
    await submit(visit, 2, 3);
    const request = await findRequest(product, 'NGB', asked.txnRefNo);
    const files = request.parties[0].documents.flatMap(({ versions }) => versions.flatMap((each) => each.files));
    assert.deepEqual(
      files.map(({ contentType }) => contentType),
      ['image/jpeg', 'image/jpeg'],
    );
    assert.ok(files.every(({ size }) => size <= 10 * 1024 * 1024));
    assertNoFaults(visit);
  });
});
