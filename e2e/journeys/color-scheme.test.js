import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { logInCustomer, openCard, openRequest, stage, submit } from '../lib/customer.js';
import { assertNoFaults } from '../lib/faults.js';
import { inspect } from '../lib/inspect.js';
import { drawer, goInside, openNew, rows, settled } from '../lib/master.js';
import { openAs, openPage, openProduct } from '../lib/product.js';
import { handIn, sendRequest } from '../lib/request-calls.js';
import { newPerson } from '../lib/request-kinds.js';
import { detailsPath, overviewPath, pageShown } from '../lib/review.js';
import { until } from '../lib/until.js';

const product = openProduct();

/** The scheme, and how light the page is, from 0 to 255. */
const look = ({ page }) =>
  page.evaluate(() => ({
    scheme: document.documentElement.getAttribute('data-mantine-color-scheme'),
    lightness: Number(/\d+/.exec(getComputedStyle(document.documentElement).backgroundColor)[0]),
    browser: document.querySelector('meta[name="theme-color"]').content,
  }));

async function assertScheme(visit, scheme) {
  const isDark = scheme === 'dark';
  const fits = ({ scheme: name, lightness }) => name === scheme && lightness < 60 === isDark;
  // Colours change over some milliseconds, also where motion is reduced.
  await until(async () => fits(await look(visit)), `the page never became ${scheme}`);
  const { browser } = await look(visit);
  assert.equal(browser === '#ffffff', !isDark, browser);
}

/** Opens the menu, chooses, and closes it. */
async function choose(visit, menu, scheme) {
  const { page, t } = visit;
  await page.getByRole('button', { name: menu, exact: true }).click();
  const item = page.getByRole('menuitemradio', { name: t(`ui.common.colorScheme.${scheme}`), exact: true });
  await item.focus();
  await page.keyboard.press('Enter');
  assert.equal(await item.getAttribute('aria-checked'), 'true');
  await inspect(visit, `the menu, ${scheme}`);
  await page.keyboard.press('Escape');
  await item.waitFor({ state: 'detached' });
}

/** Records the scheme of the first moment at which something of the page can be seen. */
const watchFirstPaint = ({ page }) =>
  page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return;
      window.firstScheme = document.documentElement.getAttribute('data-mantine-color-scheme');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });

async function walkSwitch(visit, menu) {
  const { page } = visit;
  const heading = page.getByRole('heading', { level: 1 }).first();
  await heading.waitFor();
  await page.emulateMedia({ colorScheme: 'light' });
  await assertScheme(visit, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await assertScheme(visit, 'dark');
  await choose(visit, menu, 'light');
  await assertScheme(visit, 'light');
  await watchFirstPaint(visit);
  await page.reload();
  assert.equal(await page.evaluate(() => window.firstScheme), 'light', 'a choice is there before the first paint');
  await heading.waitFor();
  await assertScheme(visit, 'light');
  await choose(visit, menu, 'auto');
  await assertScheme(visit, 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await assertScheme(visit, 'light');
  await choose(visit, menu, 'dark');
  await assertScheme(visit, 'dark');
  await page.reload();
  assert.equal(await page.evaluate(() => window.firstScheme), 'dark');
  await heading.waitFor();
  await page.emulateMedia({ media: 'print' });
  await until(async () => (await look(visit)).lightness > 200, 'paper is not white');
  assertNoFaults(visit);
}

for (const device of ['desktop', 'phone']) {
  test(`the scheme follows the system until one is chosen: staff, ${device}`, async () => {
    const visit = await openAs(product, { user: 'BANKER1', device, alone: true });
    await walkSwitch(visit, visit.t('ui.shell.userMenu', { name: visit.login.auth.userName }));
  });

  test(`the scheme follows the system until one is chosen: portal, ${device}`, async () => {
    const person = newPerson('en');
    await sendRequest(product, 'NGB', person);
    const visit = await logInCustomer(product, { entity: 'NGB', language: 'en', device, person });
    await walkSwitch(visit, visit.t('ui.provider.menu'));
  });

  test(`the staff’s screens are readable in the dark: ${device}`, async () => {
    const person = newPerson('en');
    const request = await sendRequest(product, 'NGB', person);
    const portal = await logInCustomer(product, { entity: 'NGB', language: 'en', device: 'desktop', person });
    const session = await portal.page.evaluate(() => ({
      token: sessionStorage.getItem('token'),
      auth: JSON.parse(sessionStorage.getItem('auth')),
    }));
    await handIn(product, session, request);
    const visit = await openAs(product, { user: 'BANKER1', device, alone: true });
    await visit.page.emulateMedia({ colorScheme: 'dark' });
    const screens = ['/auth/home', '/requestor/dashboard', '/requestor/view-requests', overviewPath(request.txnRefNo)];
    for (const path of screens) {
      await goInside(visit, path);
      await settled(visit);
      await inspect(visit, `${path} in the dark`);
    }
    const checker = await openAs(product, {
      user: 'CHECKER1',
      device,
      alone: true,
      path: detailsPath(request.txnRefNo),
    });
    await checker.page.emulateMedia({ colorScheme: 'dark' });
    await pageShown(checker.page.locator('main'));
    await inspect(checker, 'a review in the dark');
    assertNoFaults(visit);
    assertNoFaults(checker);
  });

  test(`lists, forms and imports are readable in the dark: ${device}`, async () => {
    const visit = await openAs(product, { device, alone: true, path: '/admin/industry-master' });
    const { page, t } = visit;
    await page.emulateMedia({ colorScheme: 'dark' });
    await rows(visit).first().waitFor();
    await inspect(visit, 'a list in the dark');
    await openNew(visit, 'industrymaster');
    await drawer(visit)
      .getByRole('button', { name: t('ui.master.create'), exact: true })
      .click();
    await drawer(visit).locator('[aria-invalid=true]').first().waitFor();
    await inspect(visit, 'a form with errors in the dark');
    for (const path of ['/admin/entity-master', '/admin/purge-calendar', '/auth/settings']) {
      await page.goto(path);
      await settled(visit);
      await inspect(visit, `${path} in the dark`);
    }
    assertNoFaults(visit);
  });
}

test('the portal is readable in the dark', async () => {
  const login = await openPage(product, { device: 'phone', path: '/provider/login' });
  await login.page.emulateMedia({ colorScheme: 'dark' });
  await login.page.locator('input[name=userId]').waitFor();
  await inspect(login, 'the login in the dark');
  const person = newPerson('en');
  const request = await sendRequest(product, 'NGB', person);
  const visit = await logInCustomer(product, { entity: 'NGB', language: 'en', device: 'phone', person });
  await visit.page.emulateMedia({ colorScheme: 'dark' });
  await inspect(visit, 'the requests in the dark');
  await openRequest(visit, request.txnRefNo);
  const [first] = request.parties[0].documents;
  await openCard(visit, first.documentTitle);
  await inspect(visit, 'a document in the dark');
  await stage(visit, first.documentTitle, 'page.png');
  await submit(visit, 1, request.parties[0].documents.length, () => inspect(visit, 'the receipt in the dark'));
  assertNoFaults(visit);
});
