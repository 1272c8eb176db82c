import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { assertAccessible } from '../lib/axe.js';
import { assertNoFaults } from '../lib/faults.js';
import { logInByHand, stored } from '../lib/login.js';
import { button, drawer, field, fill, openNew, rows, settled } from '../lib/master.js';
import { openAs, openProduct } from '../lib/product.js';
import { until } from '../lib/until.js';

const product = openProduct();
const industries = '/admin/industry-master';
const refreshes = /refreshtokenjwt/;

const expired = ({ page, t }) => page.getByRole('dialog', { name: t('message.sessionExpiredTitle') });

/** A window whose clock stops until the journey advances it. */
async function openWithClock(options = {}) {
  const visit = await openAs(product, { path: industries, own: true, clock: new Date(), ...options });
  await settled(visit);
  const now = await visit.page.evaluate(() => Date.now());
  await visit.page.clock.pauseAt(now + 1_000);
  const pass = (seconds) => visit.page.clock.fastForward(Math.round(seconds * 1_000));
  return { ...visit, pass };
}

let place = 0;

/** Moves to another position every time: a mouse that stays put has not moved. */
const stir = ({ page }) => {
  place = (place + 1) % 100;
  return page.mouse.move(400 + place, 300);
};

test.describe('inactivity', () => {
  test('after 420 seconds the session ends and Ok leads to the login, then back', async () => {
    const visit = await openWithClock();
    const { page, t, pass } = visit;
    await stir(visit);
    await pass(415);
    await stir(visit);
    await pass(415);
    assert.notEqual(await stored(visit, 'token'), null, 'moving the mouse counts');
    await pass(6);
    assert.equal(await stored(visit, 'token'), null);
    await page.clock.resume();
    await expired(visit).waitFor();
    await expired(visit).getByText(t('message.sessionExpired')).waitFor();
    assert.equal(await page.evaluate(() => sessionStorage.length), 0);
    assert.equal(await rows(visit).count(), 0, 'nothing of the session is shown any more');
    await assertAccessible(visit, 'session expired');
    await button(visit, 'ui.common.ok').click();
    await page.waitForURL((url) => url.pathname === '/auth' && url.searchParams.get('next') === industries);
    await logInByHand(visit);
    await page.waitForURL(`**${industries}`);
    assertNoFaults(visit);
  });

  test('what was typed is there again after the next login', async () => {
    const visit = await openWithClock();
    const { page, pass } = visit;
    await page.clock.resume();
    await openNew(visit, 'industrymaster');
    await fill(visit, { industryCode: 'KEPT', industryDesc: 'Typed before the end' });
    await pass(421);
    await expired(visit).waitFor();
    await button(visit, 'ui.common.ok').click();
    await page.waitForURL((url) => url.pathname === '/auth');
    assert.equal(await stored(visit, 'unsaved'), null, 'nothing typed lies open at the login page');
    await logInByHand(visit);
    await drawer(visit).getByText(visit.t('ui.master.restored')).waitFor();
    assert.equal(await field(visit, 'industryCode').inputValue(), 'KEPT');
    assert.equal(await field(visit, 'industryDesc').inputValue(), 'Typed before the end');
    assertNoFaults(visit);
  });
});

test.describe('the last minute', () => {
  for (const [language, device] of [
    ['en', 'desktop'],
    ['ta', 'phone'],
  ]) {
    test(`is counted down, and a click stays logged in: ${language} ${device}`, async () => {
      const visit = await openWithClock({ language, device });
      const { page, t, pass } = visit;
      await stir(visit);
      await pass(358);
      const question = page.getByRole('dialog', { name: t('ui.feedback.idle.title') });
      assert.equal(await question.count(), 0);
      await pass(3);
      // The dialog needs a running clock to appear.
      await page.clock.resume();
      await question.getByText(/0:5\d/).waitFor();
      await pass(25);
      await question.getByText(/0:[23]\d/).waitFor();
      await assertAccessible(visit, 'the last minute');
      await page.keyboard.press('Enter');
      await question.waitFor({ state: 'detached' });
      await pass(300);
      assert.notEqual(await stored(visit, 'token'), null);
      await pass(125);
      await expired(visit).waitFor();
      assertNoFaults(visit);
    });
  }
});

test.describe('several tabs', () => {
  const openTwo = async () => {
    const visit = await openAs(product, { path: industries, own: true, alone: true });
    await settled(visit);
    const other = await visit.context.newPage();
    await other.goto(industries);
    return { visit, other: { ...visit, page: other } };
  };

  test('a new tab of the same browser is logged in, with an address or without', async () => {
    const { visit, other } = await openTwo();
    await settled(other);
    assert.ok((await rows(other).count()) > 0);
    assert.equal(await stored(other, 'token'), await stored(visit, 'token'));
    assert.equal(await stored(other, 'unsaved'), null);
    const third = await visit.context.newPage();
    await third.goto('/');
    await third.waitForURL('**/auth/home');
    // Customers and staff do not share.
    const portal = await visit.context.newPage();
    await portal.goto('/provider/requests');
    await portal.locator('input[name=userId]').waitFor();
    assertNoFaults(visit);
  });

  test('logging out in one ends the others, which say why', async () => {
    const { visit, other } = await openTwo();
    await settled(other);
    const menu = other.t('ui.shell.userMenu', { name: other.login.auth.userName });
    await other.page.getByRole('button', { name: menu }).click();
    await other.page.getByRole('menuitem', { name: visit.t('ui.shell.logout') }).click();
    const ask = other.page.getByRole('dialog', { name: visit.t('ui.feedback.confirm.logOut.title') });
    await ask.getByRole('button', { name: visit.t('ui.feedback.confirm.logOut.yes') }).click();
    await other.page.waitForURL('**/auth');
    const told = visit.page.getByRole('dialog', { name: visit.t('ui.feedback.endedElsewhere.title') });
    await told.waitFor();
    await assertAccessible(visit, 'ended in another tab');
    assert.equal(await stored(visit, 'token'), null);
    assert.equal(await rows(visit).count(), 0);
    await button(visit, 'ui.common.ok').click();
    await visit.page.waitForURL((url) => url.pathname === '/auth' && url.searchParams.get('next') === industries);
    assertNoFaults(visit);
  });

  test('share one connection for live events', async () => {
    const visit = await openAs(product, { path: '/healthz', own: true, alone: true });
    const opened = [];
    visit.context.on('request', (request) => /notification\/stream/.test(request.url()) && opened.push(request));
    await visit.page.goto('/auth/home');
    await until(() => opened.length === 1, 'no connection');
    const other = await visit.context.newPage();
    await other.goto('/auth/home');
    await other.getByRole('heading', { level: 1 }).waitFor();
    // The second waits for the first to close before it connects.
    await until(
      () =>
        other.evaluate(async () =>
          (await navigator.locks.query()).pending.some(({ name }) => name.startsWith('live ')),
        ),
      'the second tab does not wait',
    );
    assert.equal(opened.length, 1);
    await visit.page.close();
    await until(() => opened.length === 2, 'nobody took over');
  });
});

test.describe('the token', () => {
  test('is renewed 300 seconds before it expires, 3 after the check, and looked at again after 10', async () => {
    const visit = await openWithClock();
    const { page, pass } = visit;
    const seen = [];
    page.on('request', (request) => refreshes.test(request.url()) && seen.push(request));
    const first = await stored(visit, 'token');
    const { exp } = JSON.parse(atob(first.split('.')[1]));
    const left = exp - (await page.evaluate(() => Date.now())) / 1_000;
    assert.ok(left > 400, 'the demo’s tokens live long enough to tell the time');

    const wait = left - 300 + 3;
    await stir(visit);
    await pass(wait / 2);
    await stir(visit);
    await pass(wait / 2 - 5);
    await stir(visit);
    assert.equal(seen.length, 0);
    const answered = page.waitForResponse(refreshes);
    await pass(6);
    const response = await answered;
    assert.equal(response.status(), 200);
    assert.equal(seen[0].headers().authorization, `Bearer ${first}`);
    assert.ok(!decodeURIComponent(seen[0].url()).includes(first), 'no token in an address');
    await until(async () => (await stored(visit, 'token')) !== first, 'the new token was not kept');

    // By the advanced clock the new token is due at once, so the next check refreshes it after 3 seconds.
    await page.clock.runFor(12_500);
    assert.equal(seen.length, 1, 'not before 10 seconds have passed, and then 3');
    const again = page.waitForResponse(refreshes);
    await page.clock.runFor(1_000);
    await again;
    assert.equal(seen.length, 2);
    assertNoFaults(visit);
  });

  test('one 401 is answered with one refresh and one more try', async () => {
    const visit = await openAs(product, { path: '/auth/home', own: true });
    const { page } = visit;
    let refused = 0;
    let renewed = 0;
    page.on('request', (request) => refreshes.test(request.url()) && renewed++);
    await page.route('**/admin/industrymaster@**', async (route) => {
      refused += 1;
      if (refused === 1) await route.fulfill({ status: 401, json: { status: 'F', data: {}, error: 'x' } });
      else await route.continue();
    });
    await page.goto(industries);
    await settled(visit);
    assert.ok((await rows(visit).count()) > 0);
    assert.deepEqual([refused, renewed], [2, 1]);
    assertNoFaults(visit, /401/);
  });

  test('a second 401 ends the session', async () => {
    const visit = await openAs(product, { path: '/auth/home', own: true });
    const { page, t } = visit;
    let renewed = 0;
    page.on('request', (request) => refreshes.test(request.url()) && renewed++);
    await page.route('**/admin/industrymaster@**', (route) =>
      route.fulfill({ status: 401, json: { status: 'F', data: {}, error: 'x' } }),
    );
    await page.goto(industries);
    await expired(visit).waitFor();
    assert.equal(renewed, 1);
    assert.equal(await stored(visit, 'token'), null);
    await page.keyboard.press('Escape');
    await expired(visit).waitFor();
    await button(visit, 'ui.common.ok').click();
    await page.getByRole('heading', { name: t('ui.login.title') }).waitFor();
  });
});
