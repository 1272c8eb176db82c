import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { entities } from '../lib/api.js';
import { card, logInCustomer, openCard, openRequest, uploadHeading } from '../lib/customer.js';
import { assertNoFaults } from '../lib/faults.js';
import { inspect } from '../lib/inspect.js';
import { picture } from '../lib/picture.js';
import { openPage, openProduct } from '../lib/product.js';
import { readQr } from '../lib/qr.js';
import { sendRequest } from '../lib/request-calls.js';
import { kindIn, newPerson } from '../lib/request-kinds.js';
import { assertNoSecrets, watchUrls } from '../lib/urls.js';
import { wordsOf } from '../lib/words.js';

const product = openProduct();
const button = ({ page, t }, key) => page.getByRole('button', { name: t(key), exact: true });

/** What the camera of a phone reads off the screen. */
async function scan(visit) {
  const code = visit.page.getByRole('img', { name: visit.t('ui.provider.phone.qr') });
  return new URL(readQr(await code.getAttribute('src')));
}

async function openOnPhone({ pathname, search, hash }, { entity, language }) {
  const visit = await openPage(product, { device: 'phone', path: '/healthz' });
  const urls = watchUrls(visit.page);
  await visit.page.addInitScript((tag) => sessionStorage.setItem('NLS', tag), language);
  await visit.page.goto(pathname + search + hash);
  return { ...visit, urls, entity, language, t: wordsOf(language, entities[entity].entityType) };
}

test.describe('a customer at a computer', () => {
  for (const [entity, language] of [
    ['NGB', 'en'],
    ['KALVI', 'ta'],
  ]) {
    test(`goes on on a phone, and sees here what comes from there: ${entity} ${language}`, async () => {
      const person = newPerson(language);
      const { txnRefNo } = await sendRequest(product, entity, person);
      const [{ title }] = kindIn(language, entity).required;
      const computer = await logInCustomer(product, { entity, language, device: 'desktop', person });
      const told = watchUrls(computer.page);
      await openRequest(computer, txnRefNo);
      await button(computer, 'ui.provider.phone.button').click();
      await computer.page.getByRole('img', { name: computer.t('ui.provider.phone.qr') }).waitFor();
      await inspect(computer, 'the code for a phone');
      const address = await scan(computer);
      assert.equal(`${address.pathname}${address.search}`, `/provider/requests/${txnRefNo}?entity=${entity}`);

      const phone = await openOnPhone(address, { entity, language });
      await uploadHeading(phone).waitFor();
      assert.equal(new URL(phone.page.url()).pathname, `/provider/requests/${txnRefNo}`);
      assert.equal(new URL(phone.page.url()).hash, '');
      assert.equal(await button(phone, 'ui.provider.phone.button').count(), 0);
      assertNoSecrets([...told, ...phone.urls], [address.hash.slice('#link='.length), address.hash.split('~')[1]]);

      await computer.page.keyboard.press('Escape');
      await openCard(phone, title);
      const file = { name: 'card.png', mimeType: 'image/png', buffer: picture(640, 400) };
      await card(phone, title).locator('input[type=file]').first().setInputFiles(file);
      const stored = (visit) =>
        card(visit, title).getByRole('button', {
          name: visit.t('ui.upload.remove', { name: 'card.png' }),
          exact: true,
        });
      await stored(phone).waitFor();
      await openCard(computer, title);
      await stored(computer).waitFor();

      // Used once, it leads to the usual login.
      const other = await openOnPhone(address, { entity, language });
      await other.page
        .getByRole('alert')
        .filter({ hasText: other.t('message.handoffOver') })
        .waitFor();
      await other.page.locator('input[name=userId]').waitFor();
      await inspect(other, 'a code that was used');
      assertNoFaults(computer);
      assertNoFaults(phone);
      assertNoFaults(other, /422.*customerusermasterLogin/);
    });
  }

  test('gets another code when its time is over: NGB en', async () => {
    const person = newPerson('en');
    const { txnRefNo } = await sendRequest(product, 'NGB', person);
    const computer = await logInCustomer(product, { entity: 'NGB', language: 'en', device: 'desktop', person });
    await openRequest(computer, txnRefNo);
    await computer.page.clock.install();
    await button(computer, 'ui.provider.phone.button').click();
    const first = await scan(computer);
    await computer.page.clock.fastForward('05:01');
    await computer.page.getByText(computer.t('ui.provider.phone.over')).waitFor();
    await button(computer, 'ui.provider.phone.again').click();
    await computer.page.getByRole('img', { name: computer.t('ui.provider.phone.qr') }).waitFor();
    assert.notEqual((await scan(computer)).hash, first.hash);
    assertNoFaults(computer);
  });
});
