import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { call, entities } from '../lib/api.js';
import { assertNoFaults } from '../lib/faults.js';
import { fillRecord } from '../lib/fill-record.js';
import { inspect } from '../lib/inspect.js';
import { linkFor, mails } from '../lib/mailbox.js';
import { openNew, rows, saved, settled, submit } from '../lib/master.js';
import { openAs, openPage, openProduct } from '../lib/product.js';
import { inBothDevices } from '../lib/variants.js';
import { pick } from '../lib/wizard.js';
import { wordsOf } from '../lib/words.js';

const product = openProduct();

test.describe('a demo explains itself', () => {
  test('one click logs in, a tour shows the way, and messages and notices are there', async () => {
    const visit = await openPage(product, { path: '/auth', alone: true });
    const { page } = visit;
    const t = wordsOf('en', 'Bank');
    const name = t('ui.login.demo.as', { role: t('ui.login.demo.role.BANKER1'), entity: 'Northgate Bank' });
    await page.getByRole('button', { name, exact: true }).waitFor();
    await inspect({ ...visit, t }, 'the login page of a demo');
    await page.getByRole('button', { name, exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/auth/home');
    const tour = page.getByRole('region', { name: t('ui.tour.title') });
    for (const step of ['request', 'mailbox', 'review']) {
      await tour.getByRole('heading', { name: t(`ui.tour.steps.${step}.title`) }).waitFor();
      const last = step === 'review';
      await tour
        .getByRole('button', { name: t(last ? 'ui.tour.done' : 'ui.tour.next'), exact: true })
        .last()
        .click();
    }
    await tour.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 2, name: t('ui.landing.needs.title') }).waitFor();
    assert.equal(await tour.count(), 0, 'the tour stays closed');
    await page.getByRole('button', { name: new RegExp(`^${t('ui.shell.notification')}`) }).click();
    await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    const sent = await mails(product.origin);
    assert.ok(sent.length > 10, `${sent.length} messages in the mailbox`);
    assertNoFaults(visit);
  });
});

inBothDevices('home shows what waits for a role', (device) => {
  for (const [entity, language, user] of [
    ['NGB', device === 'desktop' ? 'en' : 'ta', 'BANKER1'],
    ['KALVI', device === 'desktop' ? 'ta' : 'en', 'CHECKER1'],
    ['NGB', device === 'desktop' ? 'ta' : 'en', 'ADMIN'],
  ]) {
    test(`${user}: ${entity} ${language} ${device}`, async () => {
      const visit = await openAs(product, { entity, language, device, user });
      const { page, t } = visit;
      const heading = { BANKER1: 'ui.landing.needs.title', ADMIN: 'ui.landing.setup.title' }[user];
      if (heading) await page.getByRole('heading', { level: 2, name: t(heading), exact: true }).waitFor();
      await settled(visit);
      await inspect(visit, `home of ${user}`);
      if (user === 'BANKER1') await everyFigureOpensItsList(visit);
      assertNoFaults(visit);
    });
  }
});

/** A list has as many rows as its figure on home says. */
async function everyFigureOpensItsList(visit) {
  const { page, t } = visit;
  for (const need of ['overdue', 'rejected', 'claims', 'decisions', 'bounced', 'purge']) {
    const card = page
      .getByRole('main')
      .getByRole('link')
      .filter({ hasText: t(`ui.landing.needs.${need}`) });
    await card.getByText(/^\d+$/).waitFor();
    const count = Number(/\d+/.exec(await card.innerText())[0]);
    await card.click();
    await page.waitForURL((url) => url.pathname.startsWith('/requestor/'));
    await settled(visit);
    if (count === 0) await page.getByRole('main').getByText(t('ui.master.noResult')).waitFor();
    else assert.equal(await rows(visit).count(), Math.min(count, need === 'bounced' ? 25 : 15), need);
    await page.goBack();
  }
}

test.describe('an administrator makes a working user on one screen', () => {
  for (const [language, device] of [
    ['en', 'desktop'],
    ['ta', 'phone'],
  ]) {
    test(`NGB ${language} ${device}`, async () => {
      const userId = `KAVIYA${device.length}`;
      const mailId = `${userId.toLowerCase()}@northgate.example`;
      const visit = await openAs(product, { language, device, path: '/sms/user-master' });
      const asked = { area: 'app', resource: 'definition' };
      const { content } = await call(product.origin, visit.login, asked);
      const definition = content.find(({ resource }) => resource === 'usermaster');
      await settled(visit);
      await openNew(visit, 'usermaster');
      await fillRecord(visit, definition, {
        userId,
        mailId,
        firstName: 'Kaviya',
        lastName: 'Murugan',
        userLanguage: 'en',
        mobileNumber: device === 'phone' ? '+919840077001' : '+919840077002',
        userType: 'B',
        defaultDepartmentCode: 'RETAIL',
        defaultTenantCode: 'RETAIL',
        defaultBranchCode: 'BR101',
        expiryDate: '2036-12-31',
      });
      await pick(visit, 'roles', 'Banker: creates');
      await inspect(visit, 'a new user');
      const since = new Date();
      await submit(visit);
      await saved(visit, 'EnTxn0021');
      assertNoFaults(visit);

      const link = new URL(await linkFor(product.origin, mailId, since));
      const own = await openPage(product, { device, alone: true, path: `${link.pathname}${link.hash}` });
      const words = wordsOf('en', entities.NGB.entityType);
      await own.page.locator('input[name=password]').fill('Kuyil#Paattu9');
      await own.page.locator('input[name=repeat]').fill('Kuyil#Paattu9');
      await inspect(own, 'the link of an invitation');
      await own.page.getByRole('button', { name: words('ui.reset.submit'), exact: true }).click();
      await own.page.waitForURL((url) => url.pathname === '/auth');
      await own.page.locator('select[name=entityCode]').selectOption('NGB');
      await own.page.locator('select[name=tenantCode] option[value=RETAIL]').waitFor({ state: 'attached' });
      await own.page.locator('select[name=tenantCode]').selectOption('RETAIL');
      await own.page.locator('input[name=userId]').fill(userId);
      await own.page.locator('input[name=password]').fill('Kuyil#Paattu9');
      await own.page.getByRole('button', { name: words('ui.login.submit'), exact: true }).click();
      await own.page.waitForURL((url) => url.pathname === '/auth/home');
      await own.page.getByRole('heading', { level: 2, name: words('ui.landing.needs.title') }).waitFor();
      assertNoFaults(own);
    });
  }
});
