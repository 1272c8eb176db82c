import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { TOTP } from 'otpauth';
import { call, entities, logIn, mailOf, password } from '../lib/api.js';
import { assertAccessible } from '../lib/axe.js';
import { logInByHand } from '../lib/login.js';
import { codeFor } from '../lib/mailbox.js';
import { openAs, openPage, openProduct } from '../lib/product.js';
import { wordsOf } from '../lib/words.js';

const product = openProduct();
const roles = 'SD-SMS-005';

/** Adds roles and sensitive actions to the policy; relaxing it would need a confirmation. */
async function addToPolicy(entity, { requiredRoles = [], sensitive = [] }) {
  const admin = await logIn(product.origin, entity, 'ADMIN');
  const place = { area: 'sms', resource: 'secondfactor/policy', screenId: roles };
  const { record } = await call(product.origin, admin, { ...place, operation: 'F', body: {} });
  const body = {
    requiredRoles: [...record.requiredRoles, ...requiredRoles],
    sensitive: [...record.sensitive, ...sensitive],
  };
  await call(product.origin, admin, { ...place, operation: 'U', body });
}

async function roleOf(entity, user) {
  const admin = await logIn(product.origin, entity, 'ADMIN');
  const ask = { area: 'sms', resource: 'userrolemapping', query: `?userId=${user}` };
  const { content } = await call(product.origin, admin, ask);
  return content[0].roleCode;
}

async function atLogin(entity, language, device) {
  const visit = await openPage(product, { device, path: '/auth', alone: true });
  if (language !== 'en') {
    await visit.page.evaluate((tag) => sessionStorage.setItem('NLS', tag), language);
    await visit.page.reload();
  }
  return { ...visit, language, t: wordsOf(language, entities[entity].entityType) };
}

const wrongOf = (code) => (code === '000000' ? '111111' : '000000');
const named = ({ page, t }, key) => page.getByRole('button', { name: t(key), exact: true });

test.describe('more than a password', () => {
  for (const [entity, user, language, device] of [
    ['NGB', 'CHECKER1', 'en', 'desktop'],
    ['KALVI', 'CHECKER2', 'ta', 'phone'],
  ]) {
    test(`${language} ${device}: a mailed code, then an app, then a code on paper`, async () => {
      await addToPolicy(entity, { requiredRoles: [await roleOf(entity, user)] });
      const visit = await atLogin(entity, language, device);
      const { page, t } = visit;
      const code = page.locator('input[name=factorCode]');
      let paper = [];

      await test.step('the login asks for a code by mail', async () => {
        const since = new Date();
        await logInByHand(visit, { entity, user });
        await code.waitFor();
        await assertAccessible(visit, 'second step');
        const right = await codeFor(product.origin, mailOf(entity, user), since);
        await code.fill(wrongOf(right));
        await page.getByText(t('message.otpInvalid')).waitFor();
        await code.fill(right);
        await page.waitForURL('**/auth/home');
      });

      await test.step('an authenticator app is set up with the password', async () => {
        await page.goto('/auth/profile');
        await named(visit, 'ui.secondFactor.setUp').click();
        const secretWord = page.locator('input[name=password]');
        await secretWord.fill('Wrong@2026');
        await secretWord.press('Enter');
        await page.getByText(t('message.passwordWrong')).waitFor();
        await secretWord.fill(password);
        await secretWord.press('Enter');
        await page.locator('img[src^="data:image/svg"]').waitFor();
        await assertAccessible(visit, 'the picture to read');
        const secret = (await page.locator('code').first().textContent()).replaceAll(' ', '');
        await code.fill(new TOTP({ secret }).generate());
        await page.getByText(t('ui.secondFactor.codes.title')).waitFor();
        paper = await page.locator('ol code').allTextContents();
        assert.equal(paper.length, 10);
        await page.keyboard.press('Escape');
        assert.ok(await page.getByText(t('ui.secondFactor.codes.title')).isVisible(), 'Escape does not lose them');
        await named(visit, 'ui.secondFactor.codes.done').click();
        await named(visit, 'ui.secondFactor.remove').waitFor();
      });

      await test.step('own sessions are seen and ended', async () => {
        const elsewhere = await atLogin(entity, language, device);
        await logInByHand(elsewhere, { entity, user });
        await elsewhere.page.getByRole('button', { name: t('ui.secondFactor.code.useRecovery') }).click();
        await elsewhere.page.locator('input[name=recoveryCode]').fill(paper[0].toUpperCase().replace('-', ' '));
        await elsewhere.page.getByRole('button', { name: t('ui.secondFactor.code.verify'), exact: true }).click();
        await elsewhere.page.waitForURL('**/auth/home');
        await page.reload();
        await page.getByRole('button', { name: t('ui.sessions.others') }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: t('ui.sessions.confirm.others.yes') }).click();
        await page.getByText(t('ui.sessions.alone')).waitFor();
        await assertAccessible(visit, 'own sessions');
        await elsewhere.page.goto('/auth/profile');
        await elsewhere.page.getByRole('dialog', { name: t('message.sessionExpiredTitle') }).waitFor();
      });
    });

    test(`${language} ${device}: what is sensitive is confirmed first`, async () => {
      await addToPolicy(entity, { sensitive: [{ resource: 'industrymaster', action: 'edit' }] });
      const path = '/admin/industry-master?open=new';
      const visit = await openAs(product, { entity, language, device, path, own: true, alone: true });
      const { page, t } = visit;
      const field = page.locator('[data-field=industryCode]');
      await field.fill(language === 'en' ? 'STEPEN' : 'STEPTA');
      await page.locator('[data-field=industryDesc]').fill('Stepping up');
      const since = new Date();
      await named(visit, 'ui.master.create').click();
      const title = page.getByText(t('ui.stepUp.title'), { exact: true });
      await title.waitFor();
      const code = page.locator('input[name=factorCode]');
      await code.waitFor();
      await assertAccessible(visit, 'step-up');
      const right = await codeFor(product.origin, mailOf(entity, 'ADMIN'), since);
      await page.keyboard.press('Escape');
      await title.waitFor({ state: 'hidden' });
      assert.ok(await field.isVisible(), 'the form is still there');
      await named(visit, 'ui.master.create').click();
      await code.fill(right);
      await title.waitFor({ state: 'hidden' });
      await field.waitFor({ state: 'hidden' });
    });
  }

  test('the sign-in policy is kept in Settings', async () => {
    const visit = await openAs(product, { path: '/auth/settings', alone: true });
    const { page, t } = visit;
    await page.locator('a[href="/auth/settings/sign-in"]').click();
    await page.getByRole('heading', { name: t('ui.signInPolicy.sensitive.title') }).waitFor();
    await assertAccessible(visit, 'sign-in policy');
    const many = t('resource.industrymaster.many');
    await page.getByPlaceholder(t('ui.signInPolicy.sensitive.find')).fill(many);
    await page.getByRole('checkbox', { name: `${t('ui.signInPolicy.sensitive.delete')}, ${many}` }).check();
    await named(visit, 'ui.form.saveBar.save').click();
    await page.getByText(t('ui.signInPolicy.saved')).waitFor();
  });
});
