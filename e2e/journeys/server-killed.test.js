import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { assertAccessible } from '../lib/axe.js';
import { entityName, logInCustomer, openRequest } from '../lib/customer.js';
import { assertNoFaults } from '../lib/faults.js';
import { button, drawer, field, fill, openNew, row, saved, search, settled, submit } from '../lib/master.js';
import { openAs, openProduct } from '../lib/product.js';
import { sendRequest } from '../lib/request-calls.js';
import { newPerson } from '../lib/request-kinds.js';

const product = openProduct();
const gone = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE/;

const failure = ({ page, t }) => page.getByRole('dialog', { name: t('ui.feedback.popup.Failed') });

/** The server is gone: the page says so and keeps trying, until the reader does not want to wait. */
async function declineToWait(visit, where) {
  const { t } = visit;
  await failure(visit).getByText(t('message.networkIssue')).waitFor();
  await failure(visit).getByText(t('ui.feedback.waiting')).waitFor();
  await assertAccessible(visit, where);
  await failure(visit).getByRole('button').click();
  await failure(visit).waitFor({ state: 'detached' });
}

test.describe('a server that is killed while a form is half typed', () => {
  test('costs nothing that was typed, and the second try works: NGB en desktop', async () => {
    const visit = await openAs(product, { path: '/admin/industry-master', alone: true });
    await settled(visit);
    await openNew(visit, 'industrymaster');
    await fill(visit, { industryCode: 'KILLED' });
    await product.server.kill();
    await fill(visit, { industryDesc: 'Typed while it was gone' });
    await submit(visit);
    await declineToWait(visit, 'a save without a server');
    assert.equal(await field(visit, 'industryCode').inputValue(), 'KILLED');
    assert.equal(await field(visit, 'industryDesc').inputValue(), 'Typed while it was gone');
    await product.server.restart();
    await submit(visit);
    await saved(visit, 'EnTxn0021');
    await search(visit, 'KILLED');
    await row(visit, 'KILLED').getByText('Typed while it was gone').waitFor();
    assertNoFaults(visit, gone);
  });

  test('saves once what waited for it: NGB en desktop', async () => {
    const visit = await openAs(product, { path: '/admin/industry-master', alone: true });
    await settled(visit);
    await openNew(visit, 'industrymaster');
    await fill(visit, { industryCode: 'WAITED', industryDesc: 'Sent by itself' });
    await product.server.kill();
    await submit(visit);
    await failure(visit).getByText(visit.t('ui.feedback.waiting')).waitFor();
    await product.server.restart();
    await failure(visit).waitFor({ state: 'detached' });
    await saved(visit, 'EnTxn0021');
    assert.equal(await drawer(visit).count(), 0);
    assertNoFaults(visit, gone);
  });

  test('keeps a remark of a customer: KALVI ta phone', async () => {
    const options = { entity: 'KALVI', language: 'ta', device: 'phone' };
    const person = newPerson('ta');
    const { txnRefNo } = await sendRequest(product, 'KALVI', person);
    const customer = await logInCustomer(product, { ...options, person });
    await openRequest(customer, txnRefNo);
    const { page, t } = customer;
    const entity = entityName('KALVI');
    const remark = page.getByLabel(t('ui.provider.remarkAll', { entity }));
    await remark.fill('நாளை');
    await product.server.kill();
    await remark.fill('நாளை அனுப்புகிறேன்.');
    await button(customer, 'ui.upload.submit').click();
    await declineToWait(customer, 'a remark without a server');
    assert.equal(await remark.inputValue(), 'நாளை அனுப்புகிறேன்.');
    await product.server.restart();
    await button(customer, 'ui.upload.submit').click();
    await page.getByText(t('ui.provider.remarkSent', { entity })).waitFor();
    await page.getByText('நாளை அனுப்புகிறேன்.').waitFor();
    assertNoFaults(customer, gone);
  });
});
