import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { assertAccessible } from '../lib/axe.js';
import { assertNoFaults } from '../lib/faults.js';
import { overflow } from '../lib/inspect.js';
import { chooseInRow, drawer, goInside, openFromMenu, search, settled } from '../lib/master.js';
import { openAs, openProduct } from '../lib/product.js';

const product = openProduct();

/** A select of the question, by its label. */
async function choose({ page, t }, label, option) {
  const input = page.getByRole('combobox', { name: t(label), exact: true });
  await input.click();
  if (await input.isEditable()) await input.fill(option);
  await page.getByRole('option', { name: option }).first().click();
}

async function says({ page, t }, key, user) {
  await page.getByRole('heading', { level: 2, name: t(key, { user }), exact: true }).waitFor();
}

/** Turns on debug capture for the administrator, so that there is something to see. */
async function watchCalls({ page }, on) {
  const status = await page.evaluate(async (debugEnabled) => {
    const token = sessionStorage.getItem('token');
    const base = '/api/sms/v1/docz/banking/sms/userdebug';
    const headers = { Authorization: `Bearer ${token}` };
    const call = (operation, body) =>
      fetch(`${base}@${encodeURIComponent(JSON.stringify({ operation }))}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
    const found = await call('F', { userId: 'ADMIN' });
    const before = found.ok ? (await found.json()).data.record : { userId: 'ADMIN' };
    const answer = await call(found.ok ? 'U' : 'S', { ...before, debugEnabled, debugLevel: 'trace' });
    return answer.status;
  }, on);
  assert.equal(status, 200);
}

test.describe('who may do what, and what was written about it', () => {
  for (const [language, device] of [
    ['en', 'desktop'],
    ['ta', 'phone'],
  ]) {
    test(`${language} ${device}`, async () => {
      const visit = await openAs(product, { entity: 'NGB', language, device });
      const { page, t } = visit;

      await test.step('a row of the users leads to why', async () => {
        await openFromMenu(visit, 'SD-SMS-002');
        await settled(visit);
        await search(visit, 'BANKER1');
        await chooseInRow(visit, 'BANKER1', 'ui.accessCheck.open');
        await page.getByRole('heading', { level: 1, name: t('ui.accessCheck.title'), exact: true }).waitFor();
        await choose(visit, 'ui.accessCheck.screen', 'SD-ADM-001');
        await says(visit, 'ui.accessCheck.refused', 'BANKER1');
        await page.getByText(t('ui.accessCheck.reason.appNotMapped')).waitFor();
        assert.equal(await overflow(visit), 0);
        await assertAccessible(visit, 'access check');
      });

      await test.step('the question is in the address, and another one has another answer', async () => {
        assert.equal(new URL(page.url()).searchParams.get('check'), 'BANKER1');
        await page.reload();
        await says(visit, 'ui.accessCheck.refused', 'BANKER1');
        await page.getByText(t('ui.accessCheck.kindBusiness'), { exact: true }).click();
        await choose(visit, 'ui.accessCheck.business', t('option.actionCode.approve'));
        await says(visit, 'ui.accessCheck.allowed', 'BANKER1');
        await page.getByRole('button', { name: t('resource.usermaster.many'), exact: true }).click();
        await page.getByRole('heading', { level: 1, name: t('screen.SD-SMS-002'), exact: true }).waitFor();
      });

      await test.step('debugging is switched on without a restart, and its log tells names alone', async () => {
        await watchCalls(visit, true);
        await goInside(visit, '/admin/industry-master');
        await settled(visit);
        await openFromMenu(visit, 'SD-SMS-013');
        await settled(visit);
        const line = page.locator('[data-line]').filter({ hasText: device === 'phone' ? 'industrymaster' : '' });
        await line.first().click();
        await drawer(visit).getByText(t('ui.logs.debug.only')).waitFor();
        await assertAccessible(visit, 'debug log');
        await page.keyboard.press('Escape');
        await watchCalls(visit, false);
      });

      await test.step('a login shows its place', async () => {
        await openFromMenu(visit, 'SD-SMS-015');
        await settled(visit);
        await page.locator('[data-line]').first().click();
        await page.getByText(t('ui.logs.local'), { exact: false }).first().waitFor();
        assert.equal(await overflow(visit), 0);
        // The page first asks whether capture is already on.
        assertNoFaults(visit, /404.*userdebug/);
      });
    });
  }
});
