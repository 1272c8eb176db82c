import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { call, withoutFourEyes } from '../lib/api.js';
import { assertAccessible } from '../lib/axe.js';
import { setting } from '../lib/browser.js';
import { assertNoFaults, watchFaults } from '../lib/faults.js';
import { stored } from '../lib/login.js';
import { chooseInRow, drawer, field, fill, saved, settled, submit } from '../lib/master.js';
import { loginOf, openAs, openProduct } from '../lib/product.js';
import { startProvider } from '../lib/provider.js';
import { wordsOf } from '../lib/words.js';

let provider;
const product = openProduct({
  ready: withoutFourEyes,
  prepare: async (folder, origin) => {
    provider = await startProvider(folder);
    const outbound = `allow = ["localhost:${provider.port}"]\nnetworks = ["127.0.0.0/8", "::1"]\nca_file = "provider.pem"`;
    return `origin = "${origin}"\n[outbound]\n${outbound}\n`;
  },
});
test.afterAll(() => provider?.stop());

/** A window that trusts the provider's certificate, as a machine of the bank would. */
async function openLogin(device, language, path = '/auth') {
  const context = await product.browser.newContext({
    ...setting(device),
    baseURL: product.origin,
    ignoreHTTPSErrors: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  product.opened.push(context);
  const faults = watchFaults(page);
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/healthz');
  await page.evaluate((words) => sessionStorage.setItem('NLS', words), language);
  await page.goto(path);
  return { product, context, page, faults, device, language, asked, t: wordsOf(language, 'Bank') };
}

async function leave({ page, t }) {
  await page.locator('select[name=entityCode]').selectOption('NGB');
  await page.locator('select[name=tenantCode] option[value=RETAIL]').waitFor({ state: 'attached' });
  await page.locator('select[name=tenantCode]').selectOption('RETAIL');
  await page.getByRole('button', { name: t('ui.login.sso'), exact: true }).click();
  await page.waitForURL((url) => url.hostname === 'localhost');
}

async function change(resource, area, fields) {
  const admin = await loginOf(product, 'NGB', 'ADMIN');
  const keys = resource === 'ssoconfiguration' ? { appCode: 'BNK' } : {};
  const ask = (operation, body) => call(product.origin, admin, { area, resource, operation, body });
  const { record } = await ask('F', keys);
  await ask('U', { ...record, ...fields });
}

test.describe('single sign-on', () => {
  test('an administrator sets a provider up in the form', async () => {
    const visit = await openAs(product, { path: '/sms/sso-configuration' });
    await settled(visit);
    await chooseInRow(visit, 'BNK', 'ui.common.edit');
    await drawer(visit).waitFor();
    const { page, t } = visit;
    await fill(visit, { protocol: { press: 'SAML' } });
    await page.getByText(t('message.samlNotOffered')).first().waitFor();
    await fill(visit, { protocol: { press: 'OIDC' } });
    await fill(visit, {
      hostName: 'localhost',
      portNumber: String(provider.port),
      issuerPath: '/realms/bank',
      dnName: provider.clientId,
      cnName: 'preferred_username',
      clientSecret: provider.secret,
    });
    assert.equal(await field(visit, 'serviceDn').count(), 0, 'a provider is not searched');
    await assertAccessible(visit, 'sso form');
    await submit(visit, 'ui.master.saveChanges');
    await saved(visit, 'EnTxn0019');
    await change('master', 'admin', { ssoEnabled: true });
    assertNoFaults(visit, /422/);
  });

  for (const [device, language, mode] of [
    ['desktop', 'en', 'query'],
    ['phone', 'ta', 'fragment'],
  ]) {
    test(`the way to the provider and back, ${device} ${language} ${mode}`, async () => {
      provider.modes = [mode];
      provider.user = 'banker1';
      const visit = await openLogin(device, language, '/requestor/dashboard');
      const { page } = visit;
      await page.getByRole('heading', { level: 1 }).waitFor();
      await leave(visit);
      await page.getByRole('link', { name: 'allow' }).click();
      await page.waitForURL((url) => url.pathname === '/requestor/dashboard');
      const auth = JSON.parse(await stored(visit, 'auth'));
      assert.equal(auth.userId, 'BANKER1');
      assert.equal(await stored(visit, 'signOn'), null);
      const token = await stored(visit, 'token');
      assert.ok(token.length > 30);
      assert.ok(!visit.asked.some((url) => url.includes(token) || url.includes('ticket')), 'no url carries it');
      // The fragment after # stays in the browser and is not sent.
      const ours = visit.asked.filter((url) => /\/auth\/sso[^#]*code=/.test(url));
      assert.equal(ours.length, mode === 'fragment' ? 0 : 1, 'the code comes in once, and not at all behind the #');
      assertNoFaults(visit);
    });
  }

  test('a refused user is told so, and led back', async () => {
    provider.modes = ['query'];
    const visit = await openLogin('phone', 'ta');
    const { page, t } = visit;
    await leave(visit);
    await page.getByRole('link', { name: 'deny' }).click();
    await page.getByText(t('ui.login.ssoDenied')).waitFor();
    await assertAccessible(visit, 'sso denied');
    await page.getByRole('link', { name: t('ui.login.ssoAgain') }).click();
    provider.user = 'stranger';
    await leave(visit);
    await page.getByRole('link', { name: 'allow' }).click();
    await page.getByText(t('message.userIdNotFound')).waitFor();
    // The same address again, as from the history: nothing is redeemed twice.
    await page.goto('/auth/sso?code=old&state=old');
    await page.getByText(t('ui.login.ssoGone')).waitFor();
    assert.equal(await stored(visit, 'token'), null);
    assertNoFaults(visit, /422/);
  });

  test('where only single sign-on is accepted, the form stands back', async () => {
    await change('ssoconfiguration', 'sms', { ssoOnly: true });
    const visit = await openLogin('desktop', 'en');
    const { page, t } = visit;
    await page.locator('select[name=entityCode]').selectOption('NGB');
    await page.getByRole('button', { name: t('ui.login.withPassword') }).waitFor();
    assert.equal(await page.locator('input[name=password]').count(), 0);
    await assertAccessible(visit, 'login with sso only');
    await page.getByRole('button', { name: t('ui.login.withPassword') }).click();
    await page.locator('input[name=password]').waitFor();
    assertNoFaults(visit);
  });
});
