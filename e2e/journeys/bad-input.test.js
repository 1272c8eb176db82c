import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { call } from '../lib/api.js';
import { assertAccessible } from '../lib/axe.js';
import { logInCustomer, openRequest } from '../lib/customer.js';
import { assertNoFaults } from '../lib/faults.js';
import { inspect } from '../lib/inspect.js';
import {
  button,
  countIs,
  drawer,
  field,
  fill,
  goInside,
  openFromMenu,
  openNew,
  row,
  rows,
  saved,
  search,
  settled,
  submit,
} from '../lib/master.js';
import { loginOf, openAs, openPage, openProduct } from '../lib/product.js';
import { sendRequest } from '../lib/request-calls.js';
import { newPerson } from '../lib/request-kinds.js';
import { overviewPath } from '../lib/review.js';

const product = openProduct();
const industries = '/admin/industry-master';
const lost = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 5/;

test.describe('a network that fails', () => {
  test('offline says so, and the list comes by itself when online again', async () => {
    const visit = await openAs(product, { path: industries, alone: true });
    const { context, page, t } = visit;
    await settled(visit);
    await context.setOffline(true);
    await openFromMenu(visit, 'SD-ADM-002');
    await page.getByText(t('ui.master.offline.title')).waitFor();
    await assertAccessible(visit, 'offline');
    await button(visit, 'ui.common.retry').waitFor();
    await context.setOffline(false);
    await rows(visit).first().waitFor();
    assertNoFaults(visit, lost);
  });

  test('a save while offline says so, keeps what was typed and goes on when there is a connection', async () => {
    const visit = await openAs(product, { path: industries, alone: true });
    const { context, page, t } = visit;
    await settled(visit);
    await openNew(visit, 'industrymaster');
    await fill(visit, { industryCode: 'OFFLINE', industryDesc: 'Saved later' });
    await context.setOffline(true);
    await submit(visit);
    const popup = page.getByRole('dialog', { name: t('ui.feedback.popup.Failed') });
    await popup.getByText(t('message.networkIssue')).waitFor();
    await popup.getByText(t('ui.feedback.waiting')).waitFor();
    await assertAccessible(visit, 'a save that waits');
    // Who does not wait has the form back.
    await popup.getByRole('button').click();
    await popup.waitFor({ state: 'detached' });
    await submit(visit);
    await popup.waitFor();
    await context.setOffline(false);
    await popup.waitFor({ state: 'detached' });
    await saved(visit, 'EnTxn0021');
    assertNoFaults(visit, lost);
  });

  test('a server that fails can be asked again', async () => {
    const visit = await openAs(product, { path: '/auth/home' });
    const { page, t } = visit;
    const list = '**/admin/industrymaster@**';
    await page.route(list, (route) => route.fulfill({ status: 500, json: { status: 'F', data: {} } }));
    await page.goto(industries);
    await page.getByRole('alert').getByText(t('message.networkIssue')).waitFor();
    await assertAccessible(visit, 'failed list');
    await page.unroute(list);
    await button(visit, 'ui.common.retry').click();
    await rows(visit).first().waitFor();
    assertNoFaults(visit, lost);
  });

  test('a slow server shows an outline first', async () => {
    const visit = await openAs(product, { path: '/auth/home' });
    const { page } = visit;
    let release;
    const gate = new Promise((resolve) => {
      release = resolve;
    });
    await page.route('**/admin/industrymaster@**', (route) => gate.then(() => route.continue()));
    await page.goto(industries);
    await page.locator('main table[aria-busy=true] .mantine-Skeleton-root').first().waitFor();
    await assertAccessible(visit, 'slow list');
    release();
    await rows(visit).first().waitFor();
    assertNoFaults(visit);
  });

  test('the login page offers another try', async () => {
    const visit = await openPage(product, { path: '/healthz' });
    const { page, t } = visit;
    await page.route('**/entity/entityList*', (route) => route.abort());
    await page.goto('/auth');
    await page.getByText(t('ui.login.loadFailed')).first().waitFor();
    await page.unroute('**/entity/entityList*');
    await page
      .getByRole('button', { name: t('ui.common.retry') })
      .first()
      .click();
    await page.locator('select[name=entityCode] option[value=NGB]').waitFor({ state: 'attached' });
  });
});

test.describe('a lot of it', () => {
  test('ten thousand rows are paged and searched', async () => {
    const login = await loginOf(product, 'KALVI', 'ADMIN');
    const lines = Array.from({ length: 10_000 }, (_, at) => `R${at},Row number ${at}`);
    const body = ['industryCode,industryDesc', ...lines].join('\n');
    const place = { area: 'admin', resource: 'industrymaster/import', screenId: 'SD-ADM-013' };
    const { record, imported = record?.imported } = await call(product.origin, login, {
      ...place,
      operation: 'S',
      body,
    });
    assert.equal(imported, 10_000);

    const visit = await openAs(product, { entity: 'KALVI', path: industries });
    const { page, t } = visit;
    await settled(visit);
    await countIs(visit, 15);
    const pages = page.getByRole('navigation', { name: t('ui.master.pages') });
    assert.match(await pages.textContent(), /1–15 of 10,0\d\d/);
    await button(visit, 'ui.master.next').click();
    await pages.getByText(/^16–30 of/).waitFor();
    await page.goto(`${industries}?page=101&size=100`);
    await countIs(visit, 1 + Number(/of 10,0(\d\d)/.exec(await pages.textContent())[1]) - 1);
    await page.goto(industries);
    await search(visit, 'number 9876');
    await countIs(visit, 1);
    await row(visit, 'R9876').waitFor();
    assertNoFaults(visit);
  });

  test('what a field refers to is searched for when there is a lot of it', async () => {
    const login = await loginOf(product, 'NGB', 'ADMIN');
    const lines = Array.from({ length: 600 }, (_, at) => `ZZ${at},Category number ${at}`);
    await call(product.origin, login, {
      area: 'admin',
      resource: 'categorydefinition/import',
      screenId: 'SD-ADM-002',
      operation: 'S',
      body: ['categoryCode,categoryDesc', ...lines].join('\n'),
    });
    const visit = await openAs(product, { path: '/admin/sub-category-definition?open=new' });
    const { page } = visit;
    await field(visit, 'categoryCode').waitFor();
    const asked = page.waitForRequest((request) => /options@.*[?]q=ZZ599$/.test(request.url()));
    await field(visit, 'categoryCode').click();
    await field(visit, 'categoryCode').fill('ZZ599');
    await asked;
    await page.getByRole('option', { name: 'Category number 599' }).click();
    await fill(visit, { subCategoryCode: 'FAROFF', subCategoryDesc: 'Of the last category' });
    await submit(visit);
    await saved(visit, 'EnTxn0021');
    await search(visit, 'Of the last category');
    await row(visit, 'Category number 599').waitFor();
    assertNoFaults(visit);
  });

  test('a branch is chosen among those of the chosen tenant only', async () => {
    const visit = await openAs(product, { path: '/sms/user-master?open=new' });
    const { page } = visit;
    await field(visit, 'userId').waitFor();
    // One's own tenant is the default.
    await field(visit, 'defaultBranchCode').click();
    await page.getByRole('option', { name: 'Chennai Anna Salai' }).waitFor();
    assert.equal(await page.getByRole('option', { name: 'Tiruppur' }).count(), 0);
    await page.keyboard.press('Escape');
    await fill(visit, { defaultTenantCode: { choose: 'Small and Medium Enterprises' } });
    await field(visit, 'defaultBranchCode').click();
    await page.getByRole('option', { name: 'Tiruppur' }).waitFor();
    assert.equal(await page.getByRole('option', { name: 'Chennai Anna Salai' }).count(), 0);
    assertNoFaults(visit);
  });

  test('a text of 4,000 characters is kept, one more is refused', async () => {
    const visit = await openAs(product, { path: '/admin/email-sms-template?open=edit&key=Email*RequestCreated*en' });
    const { t } = visit;
    await field(visit, 'messageFormat').waitFor();
    const long = 'அகரம் '.repeat(667).slice(0, 4_000);
    await fill(visit, { messageFormat: `${long}x` });
    await submit(visit, 'ui.master.saveChanges');
    await drawer(visit)
      .getByText(t('message.maxLength', { max: 4000 }))
      .first()
      .waitFor();
    await fill(visit, { messageFormat: long });
    await submit(visit, 'ui.master.saveChanges');
    await saved(visit, 'EnTxn0019');
    await visit.page.goto('/admin/email-sms-template?open=edit&key=Email*RequestCreated*en');
    assert.equal((await field(visit, 'messageFormat').inputValue()).trim(), long.trim());
    assertNoFaults(visit, /422/);
  });
});

test.describe('strange texts', () => {
  for (const [code, name] of [
    ['RTL', 'صناعة النفط والغاز · תעשייה'],
    ['EMOJI', '🛢️ Oil & gas 👩🏽‍🔬 <3'],
    ['LONGWORD', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'],
  ]) {
    test(`${code} is kept and found`, async () => {
      const visit = await openAs(product, { path: industries });
      await settled(visit);
      await openNew(visit, 'industrymaster');
      await fill(visit, { industryCode: code, industryDesc: name });
      await submit(visit);
      await saved(visit, 'EnTxn0021');
      await search(visit, name.split(' ')[0]);
      await row(visit, name).waitFor();
      assertNoFaults(visit);
    });
  }

  for (const [entity, device] of [
    ['NGB', 'desktop'],
    ['KALVI', 'phone'],
  ]) {
    test(`names of a hundred Tamil letters fit everywhere: ${entity} ta ${device}`, async () => {
      const half = 'ஸ்ரீநிவாசராகவன்'.repeat(5).slice(0, 50);
      const person = newPerson('ta', { firstName: half, lastName: half });
      const { txnRefNo } = await sendRequest(product, entity, person, { customerName: `${half}${half}` });
      const staff = { entity, device, language: 'ta', user: 'BANKER1' };
      const visit = await openAs(product, { ...staff, path: overviewPath(txnRefNo) });
      await visit.page.getByRole('heading', { level: 1 }).waitFor();
      await settled(visit);
      await inspect(visit, 'overview');
      await goInside(visit, `/requestor/view-requests?q=${txnRefNo}`);
      await rows(visit).first().waitFor();
      await inspect(visit, 'list');
      const customer = await logInCustomer(product, { entity, device, language: 'ta', person });
      await inspect(customer, 'My Requests');
      await openRequest(customer, txnRefNo);
      await inspect(customer, 'Upload Documents');
      assertNoFaults(visit);
      assertNoFaults(customer);
    });
  }

  test('a record that was deleted while its form was open cannot be saved, and what was typed stays', async () => {
    const login = await loginOf(product, 'NGB', 'ADMIN');
    const place = { area: 'admin', resource: 'industrymaster', screenId: 'SD-ADM-013' };
    const record = { industryCode: 'FLEETING', industryDesc: 'Here for a moment' };
    await call(product.origin, login, { ...place, operation: 'S', body: record });
    const visit = await openAs(product, { path: `${industries}?open=edit&key=FLEETING` });
    const { page, t } = visit;
    await field(visit, 'industryDesc').waitFor();
    await call(product.origin, login, { ...place, operation: 'D', body: { industryCode: 'FLEETING' } });
    await fill(visit, { industryDesc: 'Typed in vain' });
    await submit(visit, 'ui.master.saveChanges');
    const popup = page.getByRole('dialog', { name: t('ui.feedback.popup.Failed') });
    await popup.getByText(t('message.noRecords')).waitFor();
    await assertAccessible(visit, 'a record that is gone');
    await popup.getByRole('button').click();
    await popup.waitFor({ state: 'detached' });
    assert.equal(await field(visit, 'industryDesc').inputValue(), 'Typed in vain');
    assertNoFaults(visit, /404/);
  });

  test('markup in every text field is shown as text on every screen', async () => {
    const login = await loginOf(product, 'KALVI', 'ADMIN');
    const soiled = await soilEverything(login);
    assert.ok(soiled.length > 20, `only ${soiled.length} resources took it`);
    const visit = await openAs(product, { entity: 'KALVI', path: '/auth/home' });
    for (const { path, key } of soiled) {
      await goInside(visit, key ? `${path}?open=edit&key=${encodeURIComponent(key)}` : path);
      await (key ? drawer(visit) : visit.page.locator('main')).locator('[data-field]').first().waitFor();
      assert.equal(await visit.page.evaluate(() => window.soiled), undefined, path);
    }
    await goInside(visit, '/admin/branch-master');
    await rows(visit).filter({ hasText: markup }).first().waitFor();
    assertNoFaults(visit);
  });
});

const markup = '<script>soiled=1</script>';

/** Puts markup into every plain text of the first record of every resource, through the API. */
async function soilEverything(login) {
  const { content } = await call(product.origin, login, { area: 'app', resource: 'definition' });
  const soiled = [];
  for (const { resource, area, key, fields, screens, log } of content) {
    const texts = fields.filter(
      ({ name, type, key: isKey, max }) => type === 'text' && !isKey && !key.includes(name) && max >= markup.length,
    );
    const screenId = screens[0];
    const path = login.auth.screens.find(({ screenCode }) => screenCode === screenId)?.path;
    if (log || texts.length === 0 || !path) continue;
    const place = { area, resource, screenId };
    const { content: records } = await call(product.origin, login, { ...place, query: '?page=0&size=1' });
    if (!records[0]) continue;
    const body = { ...records[0], ...Object.fromEntries(texts.map(({ name }) => [name, markup])) };
    const isTaken = await call(product.origin, login, { ...place, operation: 'U', body }).then(
      () => true,
      () => false,
    );
    if (isTaken && resource === login.auth.screens.find((each) => each.screenCode === screenId).resource)
      soiled.push({ path, key: key.map((name) => records[0][name] ?? '').join('*') });
  }
  return soiled;
}
