import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { call } from '../lib/api.js';
import { assertNoFaults } from '../lib/faults.js';
import { inspect } from '../lib/inspect.js';
import { logInByHand } from '../lib/login.js';
import { mailsTo } from '../lib/mailbox.js';
import { button, confirm, drawer, field } from '../lib/master.js';
import { loginOf, openAs, openProduct } from '../lib/product.js';
import {
  acceptAll,
  actOn,
  ends,
  findRequest,
  handIn,
  messagesOf,
  sendRequest,
  setTimeZone,
} from '../lib/request-calls.js';
import { kindIn, kinds, nameOf, newPerson, typedOf } from '../lib/request-kinds.js';
import { act, begin, overviewPath, statusBadge } from '../lib/review.js';
import { csvOf, xlsxOf } from '../lib/sheet.js';
import { until } from '../lib/until.js';
import { press, send, step, walkOn } from '../lib/wizard.js';

const product = openProduct();

const dialogOf = ({ page, t }) => page.getByRole('dialog', { name: t('ui.wizard.bulk.title') });

/** An import file, one line per person; `more` changes a person's cells. */
function tableOf(entity, people) {
  const lines = people.map(({ person, more }) => ({
    ...typedOf(person),
    ...kinds[entity].codes,
    customerCountry: 'IN',
    state: 'TN',
    langCode: person.langCode,
    ...more,
  }));
  const head = Object.keys(lines[0]);
  return [head, ...lines.map((line) => head.map((name) => line[name]))];
}

async function choose(visit, name, buffer) {
  const mimeType = name.endsWith('.csv')
    ? 'text/csv'
    : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await dialogOf(visit).locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
}

test.describe('requests are made and changed', () => {
  for (const [entity, language, device, kind, fileOf] of [
    ['NGB', 'ta', 'desktop', 'csv', csvOf],
    ['KALVI', 'en', 'phone', 'xlsx', xlsxOf],
  ]) {
    test(`many come from a ${kind}, tried first: ${entity} ${language} ${device}`, async () => {
      const wizard = kinds[entity].wizard;
      const visit = await openAs(product, { entity, language, device, user: 'BANKER1', path: wizard });
      const { page, t } = visit;
      const people = [1, 2, 3].map(() => ({ person: newPerson(language) }));
      const [good, wrong, empty] = people;
      const label = (name) => t(`field.docrequest.${name}`);
      const bad = tableOf(entity, [
        good,
        { ...wrong, more: { emailAddress: 'nowhere' } },
        { ...empty, more: { city: '' } },
      ]);
      await button(visit, 'ui.wizard.import').click();
      await choose(visit, `bad.${kind}`, fileOf(bad));
      const faults = dialogOf(visit).getByRole('region', { name: t('ui.wizard.bulk.faultList') });
      await faults.waitFor();
      const cells = await faults
        .locator('tbody tr')
        .evaluateAll((lines) => lines.map((line) => [...line.cells].map((cell) => cell.textContent)));
      // The header is line 1; the mail address is used for the customer and the party.
      assert.deepEqual(
        new Set(cells.map(([line, column]) => `${line} ${column}`)),
        new Set([`3 ${label('emailAddress')}`, `4 ${label('city')}`]),
      );
      assert.ok(cells.some(([line, , fault]) => line === '4' && fault === t('message.EnTxn0008')));
      await inspect(visit, `faults of a ${kind}`);
      assert.equal(await button(visit, 'ui.wizard.bulk.create', { count: 3 }).count(), 0, 'nothing to create');

      await button(visit, 'ui.wizard.bulk.another').click();
      await choose(visit, `good.${kind}`, fileOf(tableOf(entity, people)));
      await dialogOf(visit)
        .getByText(t('ui.wizard.bulk.good', { count: 3 }))
        .waitFor();
      await dialogOf(visit).getByRole('switch').check();
      await inspect(visit, `a good ${kind}`);
      await button(visit, 'ui.wizard.bulk.create', { count: 3 }).click();
      await dialogOf(visit)
        .getByText(t('ui.wizard.bulk.created', { count: 3 }))
        .waitFor();
      const links = dialogOf(visit)
        .getByRole('list', { name: t('ui.wizard.bulk.references') })
        .getByRole('link');
      const references = await links.allInnerTexts();
      assert.equal(new Set(references).size, 3);
      await links.first().click();
      await statusBadge(visit, 'Requested').first().waitFor();
      for (const [at, txnRefNo] of references.entries()) {
        const { customerName, emailAddress } = await findRequest(product, entity, txnRefNo);
        const { person } = people[at];
        assert.deepEqual([customerName, emailAddress], [nameOf(person), person.emailAddress]);
      }
      await page.waitForURL((url) => url.pathname === overviewPath(references[0]));
      assertNoFaults(visit, /404.*docrequest\/draft/, /422.*docrequest\/import/);
    });
  }

  test('a draft keeps itself after 20 seconds and comes back after a yes: KALVI ta desktop', async () => {
    const options = { entity: 'KALVI', language: 'ta', user: 'BANKER2', path: kinds.KALVI.wizard };
    const visit = await openAs(product, { ...options, own: true, clock: new Date() });
    const { page, t } = visit;
    await step(visit, 'customer');
    await field(visit, 'customerName').fill('பாதிப் பெயர்');
    const kept = page.waitForResponse((response) => response.url().includes('docrequest/draft'));
    await page.clock.fastForward(20_000);
    assert.equal((await kept).status(), 200);
    const [, words] = t('ui.wizard.draft.saved', { time: '@' }).split('@');
    await page.getByRole('status').filter({ hasText: words }).waitFor();
    await inspect(visit, 'a draft that kept itself');

    const later = await openAs(product, options);
    await confirm(later, 'applyDraft');
    const name = field(later, 'customerName');
    await until(async () => (await name.inputValue()) === 'பாதிப் பெயர்', 'the draft was not applied');
    assertNoFaults(later);
    assertNoFaults(visit, /404.*docrequest\/draft/);
  });

  test('what was typed outlives the session: NGB en phone', async () => {
    const path = kinds.NGB.wizard;
    const options = { entity: 'NGB', device: 'phone', user: 'BANKER2', path };
    const visit = await openAs(product, { ...options, own: true, clock: new Date() });
    const { page, t } = visit;
    await step(visit, 'customer');
    await field(visit, 'customerName').fill('Typed before the end');
    await field(visit, 'address1').fill('1 Beach Road');
    await page.clock.fastForward(421_000);
    await page.getByRole('dialog', { name: t('message.sessionExpiredTitle') }).waitFor();
    await button(visit, 'ui.common.ok').click();
    await page.waitForURL((url) => url.pathname === '/auth' && url.searchParams.get('next') === path);
    await logInByHand(visit, { entity: 'NGB', user: 'BANKER2' });
    await page.waitForURL((url) => url.pathname === path);
    await page.getByText(t('ui.master.restored')).waitFor();
    assert.equal(await field(visit, 'customerName').inputValue(), 'Typed before the end');
    assert.equal(await field(visit, 'address1').inputValue(), '1 Beach Road');
    await inspect(visit, 'restored after a login');
    assertNoFaults(visit, /docrequest\/draft/, /401/);
  });

  test('one is changed after it was sent, and its parties are told once: KALVI en desktop', async () => {
    const person = newPerson('en');
    const { txnRefNo } = await sendRequest(product, 'KALVI', person);
    const told = async () =>
      (await messagesOf(product, 'KALVI', txnRefNo)).filter(({ event }) => event === 'RequestModified');
    const visit = await openAs(product, { entity: 'KALVI', user: 'BANKER1', path: overviewPath(txnRefNo) });
    const { page, t } = visit;
    await begin(visit, 'edit');
    await step(visit, 'customer');
    await field(visit, 'address1').fill('7 Harbour Street');
    await walkOn(visit, async () => {
      assert.equal(await field(visit, 'expiryDays').getAttribute('readonly'), '', 'it is extended, not edited');
    });
    await page.getByText(t('ui.wizard.last.aboutSent')).waitFor();
    await inspect(visit, 'a last look at changes');
    await press(visit, 'ui.wizard.saveChanges');
    await statusBadge(visit, 'Modified').first().waitFor();
    assert.equal((await findRequest(product, 'KALVI', txnRefNo)).address1, '7 Harbour Street');
    assert.deepEqual(await told(), []);
    await inspect(visit, 'a modified request');
    await act(visit, 'notify');
    await statusBadge(visit, 'Requested').first().waitFor();
    assert.deepEqual(new Set((await told()).map(({ channel }) => channel)), new Set(['Email', 'SMS']));
    assert.equal((await told()).length, 2);
    await until(
      async () => (await mailsTo(product.origin, person.emailAddress)).length === 2,
      'the party was not told once of each',
    );
    assertNoFaults(visit);
  });

  test('of two who edit at once the second is told, and loses nothing: NGB ta phone', async () => {
    const { txnRefNo } = await sendRequest(product, 'NGB', newPerson('ta'));
    await actOn(product, 'NGB', txnRefNo, 'forward', { toUserId: 'BANKER2' });
    const path = `${kinds.NGB.wizard}?txnRefNo=${txnRefNo}`;
    const variant = { entity: 'NGB', language: 'ta', device: 'phone', path };
    const one = await openAs(product, { ...variant, user: 'BANKER1' });
    const two = await openAs(product, { ...variant, user: 'BANKER2' });
    const change = async (visit, address1) => {
      await visit.page.bringToFront();
      await step(visit, 'customer');
      await field(visit, 'address1').fill(address1);
      await walkOn(visit);
      await press(visit, 'ui.wizard.saveChanges');
    };
    await step(two, 'customer');
    await change(one, 'ஒன்று');
    await statusBadge(one, 'Modified').first().waitFor();
    await change(two, 'இரண்டு');
    const { page, t } = two;
    const popup = drawer(two).filter({ hasText: t('message.stale') });
    await popup.getByRole('button', { name: t('ui.common.ok'), exact: true }).click();
    await popup.waitFor({ state: 'detached' });
    await page.getByText(t('ui.wizard.stale.about')).waitFor();
    await inspect(two, 'somebody was quicker');
    assert.equal((await findRequest(product, 'NGB', txnRefNo)).address1, 'ஒன்று', 'nothing was written over');
    await press(two, 'ui.wizard.stale.keep');
    await press(two, 'ui.wizard.saveChanges');
    await statusBadge(two, 'Modified').first().waitFor();
    assert.equal((await findRequest(product, 'NGB', txnRefNo)).address1, 'இரண்டு');
    assertNoFaults(one);
    assertNoFaults(two, /409.*docrequest/);
  });

  test('what runs out is renewed with one click: KALVI ta phone', async () => {
    const variant = { entity: 'KALVI', language: 'ta', device: 'phone' };
    const person = newPerson('ta');
    const { last, first } = ends();
    const admin = await loginOf(product, 'KALVI', 'ADMIN');
    const compliance = { area: 'admin', resource: 'compliancemaintenance', screenId: 'SD-ADM-005' };
    const { record } = await call(product.origin, admin, {
      ...compliance,
      operation: 'F',
      body: { complianceApplicable: 'ENGLISH_TEST' },
    });
    await call(product.origin, admin, {
      ...compliance,
      operation: 'U',
      body: { ...record, complianceDays: 2, complianceReminderDays: 1 },
    });
    try {
      await setTimeZone(product, 'KALVI', last);
      const sent = await sendRequest(product, 'KALVI', person);
      const { txnRefNo } = sent;
      const handed = await handIn(product, await loginOf(product, 'KALVI', 'BANKER1'), sent);
      for (const user of ['CHECKER1', 'CHECKER2']) await acceptAll(product, 'KALVI', handed, user);
      await setTimeZone(product, 'KALVI', first);

      const visit = await openAs(product, { ...variant, user: 'BANKER1', path: '/requestor/dashboard' });
      const { page, t } = visit;
      const title = kindIn('ta', 'KALVI').required[2].title;
      const names = { title, name: nameOf(person) };
      await button(visit, 'ui.dashboard.renewName', names).click();
      await page.getByRole('heading', { level: 1, name: t('ui.wizard.renewTitle', { reference: txnRefNo }) }).waitFor();
      await walkOn(visit);
      const asked = page.getByRole('region', { name: t('ui.wizard.last.asks') }).getByRole('listitem');
      assert.deepEqual(await asked.allInnerTexts(), [title]);
      const renewed = await send(visit);
      assert.deepEqual(
        (await findRequest(product, 'KALVI', renewed)).parties.flatMap(({ documents }) => documents).length,
        1,
      );
      await page.goto('/requestor/dashboard');
      await page.getByRole('heading', { level: 2, name: t('ui.dashboard.renewals') }).waitFor();
      const [, words] = t('ui.dashboard.renewed', { reference: '@' }).split('@');
      await page
        .getByRole('listitem')
        .filter({ hasText: nameOf(person) })
        .filter({ hasText: words })
        .waitFor();
      assert.equal(await button(visit, 'ui.dashboard.renewName', names).count(), 0);
      await inspect(visit, 'a renewal that was done');
      assertNoFaults(visit);
    } finally {
      await setTimeZone(product, 'KALVI', 'Asia/Kolkata');
    }
  });
});
