import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { call } from '../lib/api.js';
import { inDays } from '../lib/days.js';
import { assertNoFaults } from '../lib/faults.js';
import { inspect } from '../lib/inspect.js';
import { settled } from '../lib/master.js';
import { loginOf, openAs, openProduct } from '../lib/product.js';
import { findRequest } from '../lib/request-calls.js';
import { overviewPath } from '../lib/review.js';
import { variants } from '../lib/variants.js';

const product = openProduct();
const path = '/admin/purge-calendar';
const retention = { area: 'admin', resource: 'retention', screenId: 'SD-ADM-029' };

/** Something that is destroyed in the next 90 days, of a request that CHECKER2 sees. */
async function dueItem(entity) {
  const login = await loginOf(product, entity, 'ADMIN');
  // Computes until when the documents of the demo are kept, which otherwise happens at night.
  await product.server.runJob('purge');
  const period = `?from=${inDays(0)}&to=${inDays(90)}`;
  const { content: days } = await call(product.origin, login, { ...retention, query: period });
  for (const { date, kind } of days) {
    const options = { ...retention, resource: 'retention/item', query: `?date=${date}&kind=${kind}` };
    for (const item of (await call(product.origin, login, options)).content) {
      const isSeen = await findRequest(product, entity, item.txnRefNo, 'CHECKER2').catch(() => null);
      if (isSeen && !item.isHeld) return item;
    }
  }
  throw new Error(`CHECKER2 of ${entity} sees nothing that is destroyed`);
}

const line = ({ page }, txnRefNo) =>
  page.getByRole('main').locator('tbody tr, li').filter({ hasText: txnRefNo }).first();

/** Types the reason into the open dialog and confirms it. */
async function confirm({ page, t }, words, reason) {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(reason);
  await dialog.getByRole('button', { name: t(`ui.hold.${words}.yes`), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

test.describe('keeping', () => {
  for (const variant of variants) {
    const { entity, language, device } = variant;
    test(`${entity} ${language} ${device}: a document is kept longer, and the hold is lifted`, async () => {
      const { txnRefNo, date, kind } = await dueItem(entity);
      const reason = `Court order ${language} ${device}`;
      const visit = await openAs(product, { ...variant, path });
      const { page, t } = visit;
      await page.getByRole('navigation', { name: t('ui.retention.days') }).waitFor();
      await settled(visit);
      await inspect(visit, path);

      await page.goto(`${path}?date=${date}&kind=${kind}`);
      await line(visit, txnRefNo).waitFor();
      await inspect(visit, `${path} of a day`);
      await line(visit, txnRefNo).locator('button[aria-haspopup]').click();
      await page.getByRole('menuitem', { name: t('ui.retention.keep'), exact: true }).click();
      await page.getByRole('dialog').getByRole('textbox').waitFor();
      await inspect(visit, 'the dialog to keep a request');
      await confirm(visit, 'keep', reason);
      await line(visit, txnRefNo).getByText(t('ui.retention.held'), { exact: true }).waitFor();
      await page.getByRole('tab', { name: t('ui.retention.tab.history') }).click();
      await page.locator('main :is(table, ul[aria-label])').first().waitFor();
      await inspect(visit, `${path} with its history`);
      assertNoFaults(visit);

      const checker = await openAs(product, { ...variant, user: 'CHECKER2', path: overviewPath(txnRefNo) });
      const banner = checker.page.getByRole('region', { name: t('ui.hold.title'), exact: true });
      await banner.getByText(reason).waitFor();
      await inspect(checker, 'a request under a legal hold');
      await banner.getByRole('button', { name: t('ui.hold.lift'), exact: true }).click();
      await confirm(checker, 'liftDialog', 'The case is closed.');
      await banner.waitFor({ state: 'detached' });
      assert.deepEqual((await findRequest(product, entity, txnRefNo, 'CHECKER2')).legalHolds, []);
      assertNoFaults(checker);
    });
  }
});
