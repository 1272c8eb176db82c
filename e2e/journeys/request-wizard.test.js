import assert from 'node:assert/strict';
import { call } from '../lib/api.js';
import { assertAccessible } from '../lib/axe.js';
import { assertNoFaults } from '../lib/faults.js';
import { enter, openHouse } from '../lib/house.js';
import { journey } from '../lib/journey.js';
import { messagesOf } from '../lib/request-calls.js';
import { button, fieldAt, fillCustomer, goOn, stranger, wizardPath } from '../lib/request-wizard.js';

const house = openHouse();

const requestsOf = async ({ login }, q) => {
  const query = `?page=0&size=10&q=${encodeURIComponent(q)}`;
  const asked = { area: 'transaction', service: 'banker', resource: 'docrequest/search', query };
  return (await call(house.origin, login, asked)).content;
};

/** Through the three steps and the last look, each without a fault for those who hear the page. */
async function send(visit, customer) {
  const { page } = visit;
  await fillCustomer(visit, customer);
  await assertAccessible(visit, 'the customer');
  await goOn(visit, 'continue', 'step.parties');
  await fieldAt(visit, 'parties[0].documents[0].documentCode').waitFor();
  await assertAccessible(visit, 'the parties');
  await goOn(visit, 'continue', 'step.notification');
  await assertAccessible(visit, 'the notification');
  await goOn(visit, 'look', 'last.title');
  await page.getByRole('article').filter({ hasText: customer.emailAddress }).waitFor();
  await assertAccessible(visit, 'the last look');
  await button(visit, 'send').dblclick();
  await page.waitForURL(/\/overview\//);
}

for (const [number, [entity, language, device]] of [
  ['NGB', 'en', 'desktop'],
  ['KALVI', 'ta', 'phone'],
].entries()) {
  journey(`a request is made, looked at and sent once: ${entity}, ${language}, ${device}`, async () => {
    const visit = await enter(house, { entity, language, device, user: 'BANKER1', path: wizardPath[entity] });
    const customer = stranger(number);
    await send(visit, customer);
    // Send was clicked twice.
    const found = await requestsOf(visit, customer.customerReference);
    const made = found.filter((request) => request.customerReference === customer.customerReference);
    assert.deepEqual(
      made.map(({ transactionStatus }) => transactionStatus),
      ['Requested'],
    );
    const told = await messagesOf(house, entity, made[0].txnRefNo);
    assert.deepEqual(
      told.map(({ event, channel, recipient }) => [event, channel, recipient]),
      [['RequestCreated', 'Email', customer.emailAddress]],
    );
    assertNoFaults(visit, /docrequest\/draft/);
  });
}

journey('what is missing is told under its field, and the first of it takes the focus', async () => {
  const visit = await enter(house, { user: 'BANKER1', path: wizardPath.NGB });
  const { page, t } = visit;
  await fieldAt(visit, 'customerReference').fill('x');
  await button(visit, 'continue').click();
  await page
    .getByText(t('message.enter', { label: t('field.docrequest.customerName') }), { exact: true })
    .waitFor();
  await assertAccessible(visit, 'a step with faults');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-field')), 'customerType');
});

journey('a draft comes back after a yes, and is gone once its request is sent', async () => {
  const visit = await enter(house, { user: 'BANKER2', path: wizardPath.NGB });
  const { page, t } = visit;
  const yes = (kind) => ({ name: t(`ui.feedback.confirm.${kind}.yes`), exact: true });
  await fieldAt(visit, 'customerName').fill('Half a name');
  await button(visit, 'draft.save').click();
  await page.getByRole('dialog').getByRole('button', yes('saveDraft')).click();
  await page.getByText(t('message.EnTxn0056')).waitFor();
  const later = await enter(house, { user: 'BANKER2', path: wizardPath.NGB });
  await later.page.getByRole('dialog').getByRole('button', yes('applyDraft')).click();
  await later.page.waitForFunction(
    () => document.querySelector('[data-field=customerName]')?.value === 'Half a name',
  );
  await send(later, stranger(7));
  const last = await enter(house, { user: 'BANKER2', path: wizardPath.NGB });
  await last.page.locator('input[type=radio][data-field=customerType]').waitFor();
  await last.page.waitForLoadState('load');
  assert.equal(await last.page.getByRole('dialog').count(), 0);
});

journey('the bell and the dashboard stand for a banker, on a phone and in Tamil too', async () => {
  for (const [language, device] of [
    ['en', 'desktop'],
    ['ta', 'phone'],
  ]) {
    const visit = await enter(house, { language, device, user: 'BANKER1', path: '/requestor/dashboard' });
    const { page, t } = visit;
    await page.getByRole('heading', { level: 2, name: t('ui.dashboard.byStatus') }).waitFor();
    await page.getByRole('button', { name: new RegExp(`^${t('ui.shell.notification')}`) }).click();
    await page.getByRole('dialog').waitFor();
    await assertAccessible(visit, `the dashboard with the bell open, ${language}`);
    assertNoFaults(visit);
  }
});
