import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { call } from '../lib/api.js';
import { assertAccessible } from '../lib/axe.js';
import { assertNoFaults } from '../lib/faults.js';
import { focusedOn } from '../lib/focus.js';
import { inspect } from '../lib/inspect.js';
import { confirm, field, openFromMenu } from '../lib/master.js';
import { openAs, openProduct } from '../lib/product.js';
import { findRequest, messagesOf, sendRequest } from '../lib/request-calls.js';
import { kinds, newPerson, typedOf } from '../lib/request-kinds.js';
import { until } from '../lib/until.js';
import { press, send, step, walk } from '../lib/wizard.js';

const product = openProduct();

const requestsOf = async ({ login }, customerReference) => {
  const query = `?page=0&size=10&q=${encodeURIComponent(customerReference)}`;
  const asked = { area: 'transaction', service: 'banker', resource: 'docrequest/search', query };
  const { content } = await call(product.origin, login, asked);
  return content.filter((request) => request.customerReference === customerReference);
};

const valueIs = (visit, name, value) =>
  until(async () => (await field(visit, name).inputValue()) === value, `${name} never was ${value}`);

test.describe('the Create Request wizard', () => {
  for (const [entity, language, device] of [
    ['NGB', 'en', 'desktop'],
    ['KALVI', 'ta', 'phone'],
  ]) {
    test(`Send, clicked twice, sends once: ${entity} ${language} ${device}`, async () => {
      const path = kinds[entity].wizard;
      const visit = await openAs(product, { entity, language, device, user: 'BANKER1', path });
      const { page, t } = visit;
      const person = newPerson(language);
      await walk(visit, entity, person);
      await page.getByRole('button', { name: t('ui.wizard.send'), exact: true }).dblclick();
      await page.waitForURL(/\/overview\//);
      const made = await requestsOf(visit, typedOf(person).customerReference);
      assert.deepEqual(
        made.map(({ transactionStatus }) => transactionStatus),
        ['Requested'],
      );
      const told = await messagesOf(product, entity, made[0].txnRefNo);
      assert.deepEqual(
        told.map(({ event, channel, recipient }) => [event, channel, recipient]),
        [['RequestCreated', 'Email', person.emailAddress]],
      );
      assertNoFaults(visit, /404.*docrequest\/draft/);
    });
  }

  for (const [entity, language, device] of [
    ['NGB', 'en', 'desktop'],
    ['KALVI', 'ta', 'phone'],
  ]) {
    test(`a known customer is asked again in at most eight clicks: ${entity} ${language} ${device}`, async () => {
      const person = newPerson(language, { firstName: language === 'ta' ? 'யாழினி' : 'Yazhini' });
      await sendRequest(product, entity, person);
      const visit = await openAs(product, { entity, language, device, user: 'BANKER1' });
      const { page, t } = visit;
      await page.evaluate(() => {
        window.clicks = 0;
        addEventListener('click', ({ isTrusted }) => {
          window.clicks += isTrusted ? 1 : 0;
        });
      });
      await openFromMenu(visit, entity === 'NGB' ? 'SD-BNK-001' : 'SD-EDU-001');
      await step(visit, 'customer');
      await field(visit, 'customerName').click();
      await page.keyboard.type(person.firstName);
      await page.getByRole('option').filter({ hasText: person.emailAddress }).click();
      const [same] = t('ui.wizard.known.same', { subject: '@' }).split('@');
      await page.getByRole('button', { name: same.trim() }).click();
      await inspect(visit, 'filled in as last time');
      await press(visit, 'ui.wizard.look');
      await page.getByRole('heading', { level: 2, name: t('ui.wizard.last.title'), exact: true }).waitFor();
      await page.getByText(person.emailAddress).first().waitFor();
      const clicks = 1 + (await page.evaluate(() => window.clicks));
      assert.ok(clicks <= 8, `${clicks} clicks`);
      const txnRefNo = await send(visit);
      const { transactionStatus, parties } = await findRequest(product, entity, txnRefNo);
      assert.equal(transactionStatus, 'Requested');
      assert.ok(parties[0].documents.length > 0);
      assertNoFaults(visit, /404.*docrequest\/draft/);
    });
  }

  test('what is missing is told under its field, and the first of it takes the focus', async () => {
    const visit = await openAs(product, { user: 'BANKER1', path: kinds.NGB.wizard });
    const { page, t } = visit;
    await field(visit, 'customerReference').fill('x');
    await press(visit, 'ui.wizard.continue');
    await page.getByText(t('message.enter', { label: t('field.docrequest.customerName') }), { exact: true }).waitFor();
    await assertAccessible(visit, 'a step with faults');
    await focusedOn(visit, field(visit, 'customerType').first(), 'a step with faults');
  });

  test('a draft comes back after a yes, and is gone once its request is sent', async () => {
    const options = { user: 'BANKER2', path: kinds.NGB.wizard };
    const visit = await openAs(product, options);
    const { page, t } = visit;
    await field(visit, 'customerName').fill('Half a name');
    await press(visit, 'ui.wizard.draft.save');
    await confirm(visit, 'saveDraft');
    await page.getByText(t('message.EnTxn0056')).waitFor();

    const later = await openAs(product, options);
    await confirm(later, 'applyDraft');
    await valueIs(later, 'customerName', 'Half a name');
    await walk(later, 'NGB', newPerson('en'));
    await send(later);
    // The server has already dropped it; the window asks once more to be sure.
    assertNoFaults(later, /404.*docrequest\/draft/);

    const last = await openAs(product, options);
    const asked = last.page.waitForResponse((response) => response.url().includes('docrequest/draft'));
    await last.page.reload();
    const answer = await asked;
    assert.ok(answer.status() === 404 || (await answer.json()).data.record === null, 'there is no draft');
    await step(last, 'customer');
    assert.equal(await last.page.getByRole('dialog').count(), 0);
    assertNoFaults(last, /404.*docrequest\/draft/);
  });

  test('the bell and the dashboard stand for a banker, on a phone and in Tamil too', async () => {
    for (const [language, device] of [
      ['en', 'desktop'],
      ['ta', 'phone'],
    ]) {
      const visit = await openAs(product, { language, device, user: 'BANKER1', path: '/requestor/dashboard' });
      const { page, t } = visit;
      await page.getByRole('heading', { level: 2, name: t('ui.dashboard.byStatus') }).waitFor();
      await page.getByRole('button', { name: new RegExp(`^${t('ui.shell.notification')}`) }).click();
      await page.getByRole('dialog').waitFor();
      await assertAccessible(visit, `the dashboard with the bell open, ${language}`);
      assertNoFaults(visit);
    }
  });
});
