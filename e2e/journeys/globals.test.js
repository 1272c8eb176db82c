import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { assertAccessible } from '../lib/axe.js';
import { assertNoFaults } from '../lib/faults.js';
import { logInByHand, stored, storedKeys } from '../lib/login.js';
import {
  button,
  confirm,
  drawer,
  field,
  fill,
  heading,
  openNew,
  row,
  rows,
  saved,
  settled,
  submit,
} from '../lib/master.js';
import { openAs, openPage, openProduct } from '../lib/product.js';

const product = openProduct();
const industries = '/admin/industry-master';

/** The names in the spec; nothing else may be stored. */
const spoken = 'NLS admin app auth banker customer entityType otp sms theme token'.split(' ');

async function logOut(visit) {
  const { page, t, login } = visit;
  await page.getByRole('button', { name: t('ui.shell.userMenu', { name: login.auth.userName }) }).click();
  await page.getByRole('menuitem', { name: t('ui.shell.logout') }).click();
}

test.describe('addresses', () => {
  test('an empty path leads to auth', async () => {
    const visit = await openPage(product, { path: '/' });
    await heading(visit, visit.t('ui.login.title')).waitFor();
    assert.equal(new URL(visit.page.url()).pathname, '/auth');
    await assertAccessible(visit, 'login');
    assertNoFaults(visit);
  });

  for (const [path, login] of [
    ['/nowhere', '/auth'],
    ['/provider/nowhere', '/provider/login'],
  ]) {
    test(`${path} is Page Not Found and leads to ${login}`, async () => {
      const visit = await openPage(product, { path });
      const { page, t } = visit;
      await heading(visit, t('ui.shell.notFound.title')).waitFor();
      await page.getByText(t('ui.shell.notFound.text')).waitFor();
      await assertAccessible(visit, path);
      await page.getByRole('link', { name: t('ui.shell.notFound.link') }).click();
      await page.waitForURL((url) => url.pathname === login);
      assertNoFaults(visit);
    });
  }

  test('a screen that is not one’s own cannot be found, and Home can', async () => {
    const visit = await openAs(product, { user: 'BANKER1', path: industries });
    const { page, t } = visit;
    await heading(visit, t('ui.shell.missing.title')).waitFor();
    await assertAccessible(visit, 'a page that cannot be found');
    await page
      .getByRole('main')
      .getByRole('link', { name: t('ui.shell.missing.link') })
      .click();
    await page.waitForURL((url) => url.pathname === '/auth/home');
  });

  test('a deep link survives the login and a reload', async () => {
    const visit = await openPage(product, { path: `${industries}?q=health&open=edit&key=HEALTH` });
    const { page } = visit;
    await logInByHand(visit);
    const opened = async () => {
      await field(visit, 'industryDesc').waitFor();
      assert.equal(await field(visit, 'industryCode').inputValue(), 'HEALTH');
      assert.equal(await page.getByRole('searchbox', { includeHidden: true }).inputValue(), 'health');
    };
    await opened();
    await page.reload();
    await opened();
    assertNoFaults(visit);
  });
});

test.describe('the session', () => {
  test('session storage holds the spec’s keys after a login, and nothing after a logout', async () => {
    const visit = await openPage(product, { path: '/auth' });
    const { page, t } = visit;
    await logInByHand(visit);
    await page.waitForURL('**/auth/home');
    const keys = await storedKeys(visit);
    assert.deepEqual(
      keys.filter((key) => !spoken.includes(key)),
      [],
    );
    for (const key of ['auth', 'token', 'NLS', 'entityType', 'theme', 'admin', 'app', 'banker', 'customer', 'sms'])
      assert.ok(keys.includes(key), key);
    const auth = JSON.parse(await stored(visit, 'auth'));
    for (const name of 'userId userType countryCode entityCode tenantCode defaultTenantCode defaultBranchCode userLanguage'.split(
      ' ',
    ))
      assert.ok(auth[name], name);
    assert.equal(await stored(visit, 'entityType'), 'Bank');

    const token = await stored(visit, 'token');
    await logOut({ ...visit, login: { auth } });
    await confirm(visit, 'logOut', false);
    assert.equal(await stored(visit, 'token'), token);
    await logOut({ ...visit, login: { auth } });
    await drawer(visit)
      .getByRole('button', { name: t('ui.feedback.confirm.logOut.yes'), exact: true })
      .click();
    await page.waitForURL('**/auth');
    await heading(visit, t('ui.login.title')).waitFor();
    assert.equal(await stored(visit, 'token'), null);
    assert.equal(await stored(visit, 'auth'), null);
    const answer = await fetch(`${product.origin}/api/sms/v1/docz/banking/sms/me`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    assert.equal(answer.status, 401);
    assertNoFaults(visit);
  });

  test('the language changes without a reload and is kept under NLS', async () => {
    const visit = await openAs(product, { path: industries });
    const { page } = visit;
    await heading(visit, visit.t('screen.SD-ADM-013')).waitFor();
    await page.evaluate(() => Object.assign(window, { sameWindow: true }));
    await page.getByRole('button', { name: 'தமிழ்' }).click();
    const tamil = await openAs(product, { path: industries, language: 'ta' });
    await heading(visit, tamil.t('screen.SD-ADM-013')).waitFor();
    assert.equal(await page.evaluate(() => window.sameWindow), true);
    assert.equal(await stored(visit, 'NLS'), 'ta');
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'ta');
    await page.reload();
    await heading(visit, tamil.t('screen.SD-ADM-013')).waitFor();
    assertNoFaults(visit);
  });

  test('two tabs hold two people, and the end of one is not the end of the other', async () => {
    const one = await openAs(product, { path: industries, own: true });
    const other = await openAs(product, { path: industries, entity: 'KALVI', language: 'ta', own: true });
    await settled(other);
    await one.page.bringToFront();
    await settled(one);
    await logOut(one);
    await confirm(one, 'logOut');
    await one.page.waitForURL('**/auth');
    await other.page.bringToFront();
    await other.page.reload();
    await heading(other, other.t('screen.SD-ADM-013')).waitFor();
    await rows(other).first().waitFor();
    assertNoFaults(other);
  });

  test('a record changed in another tab is not overwritten', async () => {
    const one = await openAs(product, { path: `${industries}?open=edit&key=LEATHER` });
    const other = await openAs(product, { path: `${industries}?open=edit&key=LEATHER` });
    await fill(other, { industryDesc: 'Leather, second tab' });
    await one.page.bringToFront();
    await fill(one, { industryDesc: 'Leather, first tab' });
    await submit(one, 'ui.master.saveChanges');
    await saved(one, 'EnTxn0019');
    await other.page.bringToFront();
    await submit(other, 'ui.master.saveChanges');
    const popup = other.page.getByRole('dialog', { name: other.t('ui.feedback.popup.Failed') });
    await popup.getByText(other.t('message.stale')).waitFor();
    await popup.getByRole('button').click();
    await popup.waitFor({ state: 'detached' });
    await assertAccessible(other, 'stale');
    await button(other, 'ui.master.stale.reload').click();
    await other.page.waitForFunction(
      () => document.querySelector('[data-field=industryDesc]').value === 'Leather, first tab',
    );
    assertNoFaults(other, /409/);
  });
});

test.describe('unsaved changes', () => {
  test('the back button asks before it leaves them', async () => {
    const visit = await openAs(product, { path: industries });
    const { page } = visit;
    await settled(visit);
    await openNew(visit, 'industrymaster');
    await fill(visit, { industryCode: 'DIRTY', industryDesc: 'Not saved' });
    await page.evaluate(() => history.back());
    await confirm(visit, 'discard', false);
    assert.equal(await field(visit, 'industryDesc').inputValue(), 'Not saved');
    await page.evaluate(() => history.back());
    await confirm(visit, 'discard');
    await drawer(visit).waitFor({ state: 'detached' });
    assert.equal(await stored(visit, 'unsaved'), null);
    assertNoFaults(visit);
  });
});

test.describe('permissions', () => {
  test('a viewer sees no New, Import, Edit, Copy or Delete', async () => {
    const visit = await openAs(product, { user: 'VIEWER', path: industries });
    const { page, t } = visit;
    await settled(visit);
    assert.equal(await button(visit, 'ui.master.new', { one: t('resource.industrymaster.one') }).count(), 0);
    assert.equal(await button(visit, 'ui.common.import').count(), 0);
    assert.equal(await page.getByRole('checkbox').count(), 0);
    await row(visit, 'HEALTH').getByRole('button').click();
    await page.getByRole('menuitem').first().waitFor();
    const items = await page.getByRole('menuitem').allTextContents();
    assert.deepEqual(items, [t('ui.master.view'), t('ui.master.history.title')]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await row(visit, 'HEALTH').getByRole('link').click();
    await drawer(visit).waitFor();
    assert.equal(await field(visit, 'industryDesc').isEditable(), false);
    assert.equal(await button(visit, 'ui.master.saveChanges').count(), 0);
    await assertAccessible(visit, 'viewer');
    assertNoFaults(visit);
  });
});
