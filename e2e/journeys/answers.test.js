import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { assertAccessible } from '../lib/axe.js';
import { assertNoFaults } from '../lib/faults.js';
import { focusedOn } from '../lib/focus.js';
import { logInByHand } from '../lib/login.js';
import { button, chooseInRow, confirm, drawer, field, fill, openNew, rows, settled, submit } from '../lib/master.js';
import { openAs, openPage, openProduct } from '../lib/product.js';
import { wordsOf } from '../lib/words.js';

const product = openProduct();
const industries = '/admin/industry-master';
const calls = '**/admin/industrymaster@**';

const popup = ({ page, t }, title) => page.getByRole('dialog', { name: t(`ui.feedback.popup.${title}`) });
const isWrite = (request) => /"operation":"[SUD]"/.test(decodeURIComponent(request.url()));

/** Every save or delete gets this answer. */
async function openAnswering({ status = 200, json }) {
  const visit = await openAs(product, { path: industries });
  await visit.page.route(calls, (route) =>
    isWrite(route.request()) ? route.fulfill({ status, json }) : route.continue(),
  );
  await settled(visit);
  return visit;
}

/** By keyboard: the popup's Ok has the focus. */
async function close(visit, title) {
  await focusedOn(visit, popup(visit, title).getByRole('button'), `popup ${title}`);
  await visit.page.keyboard.press('Enter');
  await popup(visit, title).waitFor({ state: 'detached' });
}

const submitButton = (visit) => drawer(visit).getByRole('button', { name: visit.t('ui.master.create'), exact: true });

async function tryDelete(visit) {
  await chooseInRow(visit, 'AGRI', 'ui.common.delete');
  await confirm(visit, 'delete');
}

async function trySave(visit) {
  await openNew(visit, 'industrymaster');
  await fill(visit, { industryCode: 'ANSWER', industryDesc: 'What does the server say' });
  await submit(visit);
}

const failed = (error) => ({ status: 'F', data: { ErrorCodeDTO: [] }, error });
const coded = (status, code, message) => ({ status, data: { ErrorCodeDTO: [{ code, message, field: null }] } });

test.describe('what is said about an answer', () => {
  const answers = [
    { status: 400, json: failed('broken JSON'), says: 'Network Issue!' },
    { status: 500, json: failed('trace 17'), says: 'Network Issue!' },
    { status: 403, json: failed("You don't have permission to do this"), says: "You don't have permission to do this" },
    { status: 503, json: { status: 'F', data: {} }, says: 'Network Issue!' },
  ];
  for (const { status, json, says } of answers) {
    test(`${status} ${json.error ?? 'without words'} says ${says}`, async () => {
      const visit = await openAnswering({ status, json });
      await tryDelete(visit);
      await popup(visit, 'Failed').getByText(says, { exact: true }).waitFor();
      await close(visit, 'Failed');
      await trySave(visit);
      await popup(visit, 'Failed').getByText(says, { exact: true }).waitFor();
      await close(visit, 'Failed');
      await focusedOn(visit, submitButton(visit), 'the popup of a failed save closed');
      assert.equal(await field(visit, 'industryCode').inputValue(), 'ANSWER');
      assertNoFaults(visit, new RegExp(String(status)));
    });
  }

  test('W is titled Warning and says no more', async () => {
    const visit = await openAnswering({ json: coded('W', 'EnTxn0099', 'Only for failures') });
    await tryDelete(visit);
    await popup(visit, 'Warning').waitFor();
    assert.equal(await visit.page.getByText('Only for failures').count(), 0);
    await assertAccessible(visit, 'warning');
    await button(visit, 'ui.common.ok').click();
    await popup(visit, 'Warning').waitFor({ state: 'detached' });
  });

  test('F is titled Failed and gives the message', async () => {
    const visit = await openAnswering({ json: coded('F', 'EnTxn0099', 'It did not work') });
    await tryDelete(visit);
    await popup(visit, 'Failed').getByText('It did not work').waitFor();
    await close(visit, 'Failed');
    await trySave(visit);
    await popup(visit, 'Failed').getByText('It did not work').waitFor();
    await assertAccessible(visit, 'failed save');
    await close(visit, 'Failed');
    assert.equal(await field(visit, 'industryCode').inputValue(), 'ANSWER', 'a failure is not taken for a save');
  });

  test('Enter in a field that fails brings the focus back to that field', async () => {
    const visit = await openAnswering({ status: 409, json: failed('Not now') });
    await openNew(visit, 'industrymaster');
    await fill(visit, { industryCode: 'ANSWER', industryDesc: 'By Enter' });
    await field(visit, 'industryDesc').press('Enter');
    await popup(visit, 'Failed').getByText('Not now').waitFor();
    await close(visit, 'Failed');
    await focusedOn(visit, field(visit, 'industryDesc'), 'the popup closed');
  });

  test('a suppressed code opens no popup', async () => {
    const visit = await openAnswering({ json: coded('F', 'EnTxn0055', 'Invalid Document') });
    const answered = visit.page.waitForResponse((response) => isWrite(response.request()));
    await tryDelete(visit);
    await answered;
    await trySave(visit);
    await drawer(visit).getByRole('alert').getByText('Invalid Document').waitFor();
    assert.equal(await popup(visit, 'Failed').count(), 0);
  });

  test('a record that requests use says so and stays', async () => {
    const visit = await openAs(product, { path: '/admin/category-definition' });
    await settled(visit);
    await chooseInRow(visit, 'HOMELOAN', 'ui.common.delete');
    await confirm(visit, 'delete');
    await popup(visit, 'Failed').getByText(visit.t('message.inUseInRequests')).waitFor();
    await button(visit, 'ui.common.ok').click();
    await rows(visit).filter({ hasText: 'HOMELOAN' }).waitFor();
    assertNoFaults(visit, /409/);
  });

  test('faults of fields stand under their fields, and the first takes the focus', async () => {
    const visit = await openAs(product, { path: industries });
    const { page, t } = visit;
    await settled(visit);
    await openNew(visit, 'industrymaster');
    await submit(visit);
    const label = t('field.industrymaster.industryCode');
    await drawer(visit).getByText(t('message.enter', { label })).waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-field') === 'industryCode');
    await fill(visit, { industryCode: 'HEALTH', industryDesc: 'Twice' });
    await submit(visit);
    await drawer(visit).getByText(t('message.exists', { label })).waitFor();
    assert.equal(await popup(visit, 'Failed').count(), 0);
    await assertAccessible(visit, 'field errors');
    assertNoFaults(visit, /409/);
  });

  test('what is said under the fields follows the language', async () => {
    const visit = await openAs(product, { path: '/admin/entity-master' });
    const { page, t } = visit;
    const tamil = wordsOf('ta', 'Bank');
    await settled(visit);
    await fill(visit, { displayName: '' });
    await button(visit, 'ui.master.saveChanges').click();
    const missing = (say) => say('message.enter', { label: say('field.master.displayName') });
    await page.getByText(missing(t)).waitFor();
    await page.getByRole('button', { name: 'தமிழ்' }).click();
    await page.getByText(missing(tamil)).waitFor();
    assert.equal(await page.getByText(missing(t)).count(), 0);
    await assertAccessible(visit, 'field errors in Tamil');
  });

  test('what the login page says follows the language', async () => {
    const visit = await openPage(product, { path: '/auth' });
    const { page, t } = visit;
    const tamil = wordsOf('ta');
    await button(visit, 'ui.login.submit').click();
    await page.getByText(t('message.passwordRequired')).waitFor();
    await page.getByRole('button', { name: 'தமிழ்' }).click();
    await page.getByText(tamil('message.passwordRequired')).waitFor();
    await logInByHand({ ...visit, t: tamil }, { user: 'NOBODY' });
    await page.getByText(tamil('message.loginFailed')).waitFor();
    await page.getByRole('button', { name: 'EN', exact: true }).click();
    await page.getByText(t('message.loginFailed')).waitFor();
    assertNoFaults(visit, /422/);
  });
});

test.describe('the spinner', () => {
  /** Holds calls back until they are released. */
  async function hold({ page }) {
    let release;
    const gate = new Promise((resolve) => {
      release = resolve;
    });
    await page.route(calls, async (route) => {
      await gate;
      await route.continue();
    });
    return release;
  }

  test('shows when a save outlasts 300 ms and hides 500 ms after it, and covers nothing that is read', async () => {
    const visit = await openAs(product, { path: industries, clock: new Date() });
    const { page, t } = visit;
    await settled(visit);
    const spinner = page.getByText(t('ui.feedback.spinner'));
    const letRead = await hold(visit);
    const read = page.waitForRequest(calls);
    await page.getByRole('button', { name: t('field.industrymaster.industryDesc') }).click();
    await read;
    await page.clock.runFor(1_000);
    assert.equal(await spinner.count(), 0);
    assert.ok((await rows(visit).count()) > 0, 'what is shown stays readable');
    letRead();
    await openNew(visit, 'industrymaster');
    await fill(visit, { industryCode: 'SLOW', industryDesc: 'Saved slowly' });
    const release = await hold(visit);
    await page.clock.runFor(2_000);
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    const asked = page.waitForRequest(isWrite);
    await submit(visit);
    await asked;
    await page.clock.runFor(280);
    assert.equal(await spinner.count(), 0);
    await page.clock.runFor(40);
    assert.equal(await spinner.count(), 1);
    const answered = page.waitForResponse((response) => isWrite(response.request()));
    release();
    await (await answered).finished();
    await page.clock.runFor(450);
    assert.equal(await spinner.count(), 1);
    await page.clock.runFor(100);
    assert.equal(await spinner.count(), 0);
    assertNoFaults(visit);
  });
});
