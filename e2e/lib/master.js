import assert from 'node:assert/strict';
import { screen } from './screens.js';

/** Actions on a master screen, in both languages and on both devices. */

export const heading = ({ page }, name) => page.getByRole('heading', { level: 1, name, exact: true });

export const drawer = ({ page }) => page.getByRole('dialog');

export const field = ({ page }, name) => page.locator(`[data-field="${name}"]`);

export const button = ({ page, t }, key, values) => page.getByRole('button', { name: t(key, values), exact: true });

/** Rows of the table, or cards on a phone. */
export const rows = ({ page, device }) => page.locator(device === 'phone' ? 'main li:has(a)' : 'main tbody tr:has(a)');

export const row = (visit, text) => rows(visit).filter({ hasText: text });

export async function openFromMenu(visit, code) {
  const { page, t, device } = visit;
  const name = t(`screen.${code}`);
  if (device === 'phone') await page.getByRole('button', { name: t('ui.shell.menu') }).click();
  const menu = page.getByRole('navigation', { name: t('ui.shell.navigation') }).locator('visible=true');
  // A closed group hides its links; they are in the page all the same.
  const group = menu
    .locator('section')
    .filter({ has: page.locator(`a[href="${screen(code).path}"]`) })
    .last();
  const door = group.locator('button[aria-expanded]');
  if ((await door.getAttribute('aria-expanded')) === 'false') await door.click();
  await group.getByRole('link', { name, exact: true }).click();
  await page.waitForURL((url) => url.pathname === screen(code).path);
  await heading(visit, name).waitFor();
  if (device === 'phone') await drawer(visit).waitFor({ state: 'detached' });
}

/** Navigates without a page load, as the router does. */
export const goInside = ({ page }, path) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** Waits until the screen's list, form or grid is loaded. */
export async function settled({ page }) {
  await page.locator('main :is(table, form, ul li a, ul li button, [role=combobox], h2, h3, h4)').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('main .mantine-Skeleton-root, main [aria-busy=true]'));
}

export async function search(visit, text) {
  const box = visit.page.getByRole('searchbox');
  await box.fill(text);
  await box.press('Enter');
  await visit.page.waitForURL((url) => (url.searchParams.get('q') ?? '') === text);
  await settled(visit);
}

export async function openNew(visit, resource) {
  await button(visit, 'ui.master.new', { one: visit.t(`resource.${resource}.one`) }).click();
  await drawer(visit).waitFor();
}

/** Uses the row's menu: edit, copy, history, delete. */
export async function chooseInRow(visit, text, key) {
  const { page, t } = visit;
  await row(visit, text).first().getByRole('button').last().click();
  await page.getByRole('menuitem', { name: t(key), exact: true }).click();
}

/** Values by field name. A text is typed, `{choose}` is picked from a list, `{press}` is one of a few buttons. */
export async function fill(visit, values) {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') await field(visit, name).fill(value);
    else if (value.choose) await choose(visit, name, value.choose);
    else await field(visit, name).getByText(value.press, { exact: true }).click();
  }
}

async function choose(visit, name, label) {
  const input = field(visit, name);
  await input.click();
  await input.fill(label);
  await visit.page.getByRole('option', { name: label }).first().click();
}

export async function submit(visit, key = 'ui.master.create') {
  await drawer(visit)
    .getByRole('button', { name: visit.t(key), exact: true })
    .click();
}

/** Waits for the toast and the closed drawer. */
export async function saved(visit, code) {
  const { page, t } = visit;
  const toast = page.getByRole('alert').filter({ hasText: t(`message.${code}`) });
  await toast.first().waitFor();
  await drawer(visit).waitFor({ state: 'detached' });
  const dismiss = toast.first().getByRole('button', { name: t('ui.feedback.dismiss') });
  // It also closes by itself after 4 s.
  await dismiss.click({ timeout: 4_000 }).catch(() => undefined);
  await toast.first().waitFor({ state: 'detached' });
}

/** Answers a question with page-specific wording. */
export async function confirmAs(visit, key) {
  const { t } = visit;
  const dialog = drawer(visit).filter({ hasText: t(`${key}.text`) });
  await dialog.getByRole('button', { name: t(`${key}.yes`), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

export async function confirm(visit, kind, yes = true) {
  const { t } = visit;
  const key = `ui.feedback.confirm.${kind}`;
  const dialog = drawer(visit).filter({ hasText: t(`${key}.text`) });
  const no = ['discard', 'continueForm'].includes(kind) ? `${key}.no` : 'ui.common.cancel';
  await dialog.getByRole('button', { name: t(yes ? `${key}.yes` : no), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

export async function countIs(visit, count) {
  await visit.page.waitForFunction(
    ([selector, wanted]) => document.querySelectorAll(selector).length === wanted,
    [visit.device === 'phone' ? 'main li:has(a)' : 'main tbody tr:has(a)', count],
  );
  assert.equal(await rows(visit).count(), count);
}
