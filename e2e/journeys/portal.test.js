import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { entities, mailOf } from '../lib/api.js';
import { assertAccessible } from '../lib/axe.js';
import { stored } from '../lib/login.js';
import { codeFor, linkFor } from '../lib/mailbox.js';
import { openPage, openProduct } from '../lib/product.js';
import { assertNoSecrets, watchUrls } from '../lib/urls.js';
import { wordsOf } from '../lib/words.js';

const product = openProduct();

async function at(path, { entity, language, device }) {
  const visit = await openPage(product, { device, path, alone: true });
  if (language !== 'en') {
    await visit.page.evaluate((tag) => sessionStorage.setItem('NLS', tag), language);
    await visit.page.reload();
  }
  return { ...visit, language, t: wordsOf(language, entities[entity].entityType) };
}

async function choose({ page }, entity) {
  await page.locator(`select[name=entityCode] option[value=${entity}]`).waitFor({ state: 'attached' });
  await page.locator('select[name=entityCode]').selectOption(entity);
}

const named = ({ page, t }, key) => page.getByRole('button', { name: t(key), exact: true });

test.describe('customers, and who forgot a password', () => {
  for (const options of [
    { entity: 'NGB', language: 'en', device: 'phone', customer: 'meena@example.com', user: 'BANKER1' },
    { entity: 'KALVI', language: 'ta', device: 'desktop', customer: 'arjun@example.com', user: 'BANKER2' },
  ]) {
    const { entity, language, device, customer, user } = options;

    test(`${language} ${device}: a code lets a customer in, to the own record only`, async () => {
      const visit = await at('/provider/login', options);
      const { page, t } = visit;
      const urls = watchUrls(page);
      await choose(visit, entity);
      await page.locator('input[name=userId]').fill(customer);
      const since = new Date();
      await named(visit, 'ui.provider.sendCode').click();
      const field = page.locator('input[name=otp]');
      await field.waitFor();
      await assertAccessible(visit, 'the code');
      const code = await codeFor(product.origin, customer, since);
      await field.fill(code);
      await page.waitForURL((url) => url.pathname.startsWith('/provider/') && url.pathname !== '/provider/login');
      await page.goto('/provider/profile');
      const name = page.locator('input[name=lastName]');
      await name.waitFor();
      await assertAccessible(visit, 'Update Your Profile');
      const typed = language === 'en' ? 'Raman' : 'இராமன்';
      await name.fill(typed);
      await named(visit, 'ui.provider.saveChanges').click();
      await page.getByText(t('message.EnTxn0019')).waitFor();
      await page.reload();
      assert.equal(await name.inputValue(), typed);
      assertNoSecrets(urls, [code, await stored(visit, 'token')]);
      await page.goto('/admin/branch-master');
      await page.waitForURL((url) => !url.pathname.startsWith('/admin'));
    });

    test(`${language} ${device}: a forgotten password is set by the link of a mail`, async () => {
      const visit = await at('/auth/forgot', options);
      const { page, t } = visit;
      const urls = watchUrls(page);
      await choose(visit, entity);
      await page.locator('input[name=userId]').fill(user);
      const since = new Date();
      await named(visit, 'ui.reset.send').click();
      await page.getByText(t('ui.reset.sentTitle')).waitFor();
      const link = new URL(await linkFor(product.origin, mailOf(entity, user), since));
      await page.goto(`${link.pathname}${link.hash}`);
      await page.locator('input[name=password]').fill('Password@1');
      await page.locator('input[name=repeat]').fill('Password@1');
      await named(visit, 'ui.reset.submit').click();
      await page.getByText(t('message.passwordCommon')).waitFor();
      await assertAccessible(visit, 'a new password');
      await page.locator('input[name=password]').fill('Kuyil#Paattu9');
      await page.locator('input[name=repeat]').fill('Kuyil#Paattu9');
      await named(visit, 'ui.reset.submit').click();
      await page.waitForURL((url) => url.pathname === '/auth');
      await page.locator('input[name=userId]').waitFor();
      assertNoSecrets(
        urls.filter((url) => url.includes('/api/')),
        [link.hash.slice(1), 'Kuyil#Paattu9'],
      );
    });
  }
});
