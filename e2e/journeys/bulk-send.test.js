import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from '@playwright/test';
import { assertNoFaults } from '../lib/faults.js';
import { inspect } from '../lib/inspect.js';
import { button, drawer, search, settled } from '../lib/master.js';
import { openAs, openProduct } from '../lib/product.js';
import { sendRequest } from '../lib/request-calls.js';
import { newPerson } from '../lib/request-kinds.js';
import { listPath } from '../lib/request-list.js';
import { rowsOfCsv } from '../lib/sheet.js';

const product = openProduct();
const all = 125;

/** Requests that were not sent yet, of people with the same name. */
async function makeUnsent(entity, language, lastName) {
  const references = [];
  while (references.length < all) {
    const made = Array.from({ length: 5 }, () =>
      sendRequest(product, entity, newPerson(language, { lastName }), { send: false }),
    );
    for (const { txnRefNo } of await Promise.all(made)) references.push(txnRefNo);
  }
  return references;
}

test.describe('requests are sent together', () => {
  for (const [entity, language, device, lastName] of [
    ['NGB', 'en', 'desktop', 'Noyyal'],
    ['KALVI', 'ta', 'phone', 'பவானி'],
  ]) {
    test(`all ${all} of a list, in the background: ${entity} ${language} ${device}`, async () => {
      test.slow();
      const references = await makeUnsent(entity, language, lastName);
      const visit = await openAs(product, {
        entity,
        language,
        device,
        user: 'BANKER1',
        path: `${listPath}?status=New`,
      });
      const { page, t } = visit;
      await settled(visit);
      await search(visit, lastName);
      const numbers = { from: '1', to: '15', total: String(all) };
      await page.getByText(t('ui.master.range', numbers), { exact: true }).waitFor();
      if (device === 'phone') {
        await button(visit, 'ui.common.more').click();
        await page.getByRole('menuitem', { name: t('ui.master.selectSeveral'), exact: true }).click();
        for (const box of await page.getByRole('main').getByRole('checkbox').all()) await box.check();
      } else {
        await page.getByRole('checkbox', { name: t('ui.master.selectAll'), exact: true }).check();
      }
      await button(visit, 'ui.requests.selectAll', { all }).click();
      await page.getByRole('region', { name: t('ui.requests.allSelected', { all }), exact: true }).waitFor();
      await inspect(visit, 'all of a list are selected');
      await button(visit, 'ui.requests.action.send').click();
      await drawer(visit)
        .getByRole('button', { name: t('ui.requests.dialog.send.yes'), exact: true })
        .click();

      const sending = page.getByRole('dialog', { name: t('ui.requests.bulkSend.title') });
      await sending.getByRole('status').filter({ hasText: '125' }).waitFor();
      await sending
        .getByRole('button', { name: t('ui.common.close'), exact: true })
        .last()
        .click();
      await sending.waitFor({ state: 'detached' });
      const sent = t('ui.requests.bulkSend.sent', { count: all });
      await button(visit, 'ui.requests.bulkSend.sent', { count: all }).click();
      const result = page.getByRole('dialog', { name: t('ui.requests.bulkSend.done') });
      await result.getByText(sent, { exact: true }).waitFor();
      await inspect(visit, 'the result of sending');
      const report = result.getByRole('button', { name: t('ui.requests.bulkSend.report'), exact: true });
      const [download] = await Promise.all([page.waitForEvent('download'), report.click()]);
      const [head, ...lines] = rowsOfCsv(await readFile(await download.path()));
      assert.deepEqual(head, ['txnRefNo', 'result', 'reason']);
      assert.deepEqual(lines.map(([reference]) => reference).sort(), references.toSorted());
      assert.ok(lines.every(([, outcome, reason]) => outcome === 'sent' && reason === ''));
      await result
        .getByRole('button', { name: t('ui.common.close'), exact: true })
        .last()
        .click();
      await page.getByText(t('message.noRecords')).waitFor();
      assertNoFaults(visit);
    });
  }
});
