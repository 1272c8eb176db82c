import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { assertAccessible } from '../lib/axe.js';
import { assertNoFaults } from '../lib/faults.js';
import { focusedOn } from '../lib/focus.js';
import { button, drawer, field, fill, heading, row, settled } from '../lib/master.js';
import { openAs, openProduct } from '../lib/product.js';

const product = openProduct();
const industries = '/admin/industry-master';

async function openIndustries() {
  const visit = await openAs(product, { path: industries });
  await settled(visit);
  return visit;
}

test.describe('by keyboard', () => {
  test('the first Tab is a link that skips to the content', async () => {
    const visit = await openIndustries();
    const { page, t } = visit;
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: t('ui.shell.skip') });
    await focusedOn(visit, skip, 'first Tab');
    assert.ok(await skip.isVisible());
    await page.keyboard.press('Enter');
    await focusedOn(visit, page.locator('main'), 'after skipping');
    assertNoFaults(visit);
  });

  test('/ goes to the search, Escape empties it', async () => {
    const visit = await openIndustries();
    const { page } = visit;
    await page.keyboard.press('/');
    const box = page.getByRole('searchbox');
    await focusedOn(visit, box, '/');
    await page.keyboard.type('nnn');
    assert.equal(await box.inputValue(), 'nnn', '/ and n are letters while typing');
    assert.equal(await drawer(visit).count(), 0);
    await page.keyboard.press('Escape');
    assert.equal(await box.inputValue(), '');
  });

  test('n opens a new record on its first field, Escape closes it', async () => {
    const visit = await openIndustries();
    const { page } = visit;
    await page.keyboard.press('n');
    await drawer(visit).waitFor();
    await focusedOn(visit, field(visit, 'industryCode'), 'n');
    await page.keyboard.press('Escape');
    await drawer(visit).waitFor({ state: 'detached' });
    assertNoFaults(visit);
  });

  test('the focus returns to the button that opened the form', async () => {
    const visit = await openIndustries();
    const { page, t } = visit;
    const open = button(visit, 'ui.master.new', { one: t('resource.industrymaster.one') });
    await open.focus();
    await page.keyboard.press('Enter');
    await focusedOn(visit, field(visit, 'industryCode'), 'opened');
    await page.keyboard.press('Escape');
    await drawer(visit).waitFor({ state: 'detached' });
    await focusedOn(visit, open, 'closed');
  });

  test('a row’s menu is walked by arrows and gets the focus back from the form', async () => {
    const visit = await openIndustries();
    const { page, t } = visit;
    const more = row(visit, 'AGRI').getByRole('button').last();
    await more.focus();
    await page.keyboard.press('Enter');
    await focusedOn(visit, page.getByRole('menuitem', { name: t('ui.common.edit') }), 'menu');
    await assertAccessible(visit, 'row menu');
    await page.keyboard.press('ArrowDown');
    await focusedOn(visit, page.getByRole('menuitem', { name: t('ui.common.copy') }), 'arrow down');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await focusedOn(visit, field(visit, 'industryDesc'), 'edit');
    await page.keyboard.press('Escape');
    await drawer(visit).waitFor({ state: 'detached' });
    await focusedOn(visit, more, 'closed');
  });

  test('Escape in a changed form asks, and the form keeps what was typed', async () => {
    const visit = await openIndustries();
    const { page, t } = visit;
    await page.keyboard.press('n');
    await fill(visit, { industryCode: 'ESC' });
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: t('ui.feedback.confirm.discard.title') });
    await question.waitFor();
    await assertAccessible(visit, 'discard');
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    assert.equal(await field(visit, 'industryCode').inputValue(), 'ESC');
  });

  test('Ctrl K finds a screen by its name and opens it', async () => {
    const visit = await openIndustries();
    const { page, t } = visit;
    await page.keyboard.press('Control+k');
    const search = page.getByPlaceholder(t('ui.shell.searchScreens'));
    await focusedOn(visit, search, 'Ctrl K');
    await page.keyboard.type('branch mas');
    await assertAccessible(visit, 'search of screens');
    await page.keyboard.press('Enter');
    await heading(visit, t('screen.SD-ADM-001')).waitFor();
    await page.keyboard.press('Control+k');
    await search.waitFor();
    await page.keyboard.press('Escape');
    await search.waitFor({ state: 'detached' });
    assertNoFaults(visit);
  });

  test('the login is done without a mouse', async () => {
    const visit = await openAs(product, { path: '/healthz' });
    const { page, t } = visit;
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('/auth');
    await page.locator('select[name=entityCode] option[value=KALVI]').waitFor({ state: 'attached' });
    await page.locator('select[name=entityCode]').focus();
    await page.keyboard.press('K');
    await page.waitForFunction(() => document.querySelector('select[name=tenantCode]').value === 'MAIN');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ADMIN');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Docz@2026');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/auth/home');
    await page.getByRole('link', { name: t('ui.landing.start') }).waitFor();
    assertNoFaults(visit);
  });
});
