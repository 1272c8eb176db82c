import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { mailOf } from '../lib/api.js';
import { inDays } from '../lib/days.js';
import { assertNoFaults } from '../lib/faults.js';
import { focusedOn } from '../lib/focus.js';
import { inspect } from '../lib/inspect.js';
import { labelIn } from '../lib/labels.js';
import { mailsTo } from '../lib/mailbox.js';
import { settled } from '../lib/master.js';
import { loginOf, openAs, openProduct } from '../lib/product.js';
import { acceptAll, findRequest, handIn, sendRequest, transaction } from '../lib/request-calls.js';
import { kinds, newPerson } from '../lib/request-kinds.js';
import { acceptByKey, pageShown } from '../lib/review.js';
import { until } from '../lib/until.js';
import { inBothDevices } from '../lib/variants.js';

const product = openProduct();
const path = '/requestor/review-queue';

/** Requests of one document each, due on different days and submitted; the nearest first. */
async function sendSome(entity, count, language = 'en') {
  const banker = await loginOf(product, entity, 'BANKER1');
  const documents = [{ documentCode: kinds[entity].required[0].documentCode, mandatory: true }];
  const sent = [];
  for (let at = 0; at < count; at += 1) {
    const person = newPerson(language);
    const more = { documentDueDate: inDays(at), expiryDays: 30 };
    const asked = await sendRequest(product, entity, person, more, { documents });
    sent.push(await handIn(product, banker, asked));
  }
  return sent;
}

/** The queue of a user as the server has it. */
async function queueOf(entity, user) {
  const login = await loginOf(product, entity, user);
  const options = { resource: 'document/queue', screenId: 'SD-BNK-009', query: '?size=200' };
  return (await transaction(product, login, options)).content;
}

/** The demo's own documents are decided, so that the queue holds what a journey submits. */
async function emptyQueue(entity) {
  for (const user of ['CHECKER1', 'CHECKER2']) {
    for (const { txnRefNo } of await queueOf(entity, user)) {
      const request = await findRequest(product, entity, txnRefNo, user);
      const parties = request.parties.map((party) => ({
        ...party,
        documents: party.documents.filter(({ allowed }) => allowed.includes('accept')),
      }));
      await acceptAll(product, entity, { ...request, parties }, user);
    }
  }
}

const panel = ({ page, t }) => page.getByRole('complementary', { name: t('ui.requests.review.decision') });
/** The reference beside the customer's name, which others may share. */
const shown = ({ page }, { txnRefNo }) => page.getByRole('main').getByText(txnRefNo, { exact: true });
/** Keys are for the decision: they work once its buttons are there. */
async function ready(visit, request) {
  await shown(visit, request).waitFor();
  await panel(visit)
    .getByRole('button', { name: visit.t('ui.requests.review.accept') })
    .first()
    .waitFor();
}
const statusOf = async (entity, { txnRefNo }) =>
  (await findRequest(product, entity, txnRefNo)).parties[0].documents[0].status;
const becomes = (entity, request, status) =>
  until(async () => (await statusOf(entity, request)) === status, `${request.txnRefNo} never became ${status}`);
const caughtUp = ({ page, t }) => page.getByRole('heading', { name: t('ui.queue.empty.title') });

test.describe('the review queue', () => {
  test('five documents in five requests are cleared by keyboard', async () => {
    await emptyQueue('NGB');
    const sent = await sendSome('NGB', 5);
    const visit = await openAs(product, { user: 'CHECKER1', path });
    const { page, t } = visit;
    await settled(visit);
    await page
      .getByRole('main')
      .getByText(t('ui.queue.waiting', { count: 5 }))
      .waitFor();
    const badge = page.getByRole('navigation').getByRole('link', { name: t('screen.SD-BNK-009') });
    await badge.getByText('5', { exact: true }).waitFor();
    let keys = 0;
    const press = async (key) => {
      keys += 1;
      await page.keyboard.press(key);
    };
    await press('n');
    for (const request of sent) {
      await shown(visit, request).waitFor();
      await panel(visit)
        .getByRole('button', { name: t('ui.requests.review.accept') })
        .waitFor();
      await pageShown(page);
      await acceptByKey(visit, press);
      await becomes('NGB', request, 'Waiting');
    }
    await caughtUp(visit).waitFor();
    assert.ok(keys <= 15, `${keys} keys`);
    assert.equal(await badge.getByText(/\d/).count(), 0, 'nothing is left to count');
    assertNoFaults(visit);
  });

  test('documents are skipped, and acceptances undone', async () => {
    await emptyQueue('NGB');
    const sent = await sendSome('NGB', 2);
    const visit = await openAs(product, { user: 'CHECKER1', path });
    const { page, t } = visit;
    await settled(visit);
    await page.keyboard.press('n');
    await ready(visit, sent[0]);
    await page.keyboard.press('n');
    await ready(visit, sent[1]);
    await page.keyboard.press('n');
    await ready(visit, sent[0]);
    const { documentTitle: title } = sent[0].parties[0].documents[0];
    await acceptByKey(visit);
    await ready(visit, sent[1]);
    await focusedOn(visit, panel(visit).getByRole('heading', { level: 2 }), 'the next document');
    await page.getByText(t('ui.requests.review.done.accept', { title })).waitFor();
    await page.getByRole('button', { name: t('ui.requests.review.undoShort'), exact: true }).click();
    await ready(visit, sent[0]);
    await becomes('NGB', sent[0], 'Uploaded');
    await page.getByText(t('ui.requests.review.done.undo', { title })).waitFor();
    await acceptByKey(visit);
    await ready(visit, sent[1]);
    await page.keyboard.press('z');
    await ready(visit, sent[0]);
    await becomes('NGB', sent[0], 'Uploaded');
    assertNoFaults(visit);
  });

  test('two checkers work on one queue', async () => {
    await emptyQueue('NGB');
    const sent = await sendSome('NGB', 2);
    const one = await openAs(product, { user: 'CHECKER1', path });
    await settled(one);
    await one.page.keyboard.press('n');
    await shown(one, sent[0]).waitFor();
    const accept = panel(one).getByRole('button', { name: one.t('ui.requests.review.accept'), exact: true });
    await accept.waitFor();
    // A verdict that comes while one is asked for again asks anew.
    await panel(one)
      .getByText(one.t('ui.requests.verification.verdict.Fail'), { exact: true })
      .waitFor({ timeout: 90_000 });
    // The other decides while this decision is on its way, and the page hears of that first.
    let answer;
    await one.page.route('**/document/review*', async (route) => {
      await acceptAll(product, 'NGB', sent[0], 'CHECKER2');
      await accept.waitFor({ state: 'hidden' });
      answer = await route.fetch();
      await route.fulfill({ response: answer });
    });
    await acceptByKey(one);
    const { documentTitle: title } = sent[0].parties[0].documents[0];
    await one.page.getByText(one.t('ui.queue.lost', { title })).waitFor();
    assert.equal(answer.status(), 409);
    await shown(one, sent[1]).waitFor();
    assert.equal(await statusOf('NGB', sent[0]), 'Waiting');
  });

  test('home, bell and mail lead to the queue', async () => {
    await emptyQueue('NGB');
    const [request] = await sendSome('NGB', 1);
    const visit = await openAs(product, { user: 'CHECKER1' });
    const { page, t } = visit;
    const way = page.getByRole('main').getByRole('link', { name: t('ui.queue.waiting', { count: 1 }) });
    await way.click();
    await page.waitForURL((url) => url.pathname === path);
    await settled(visit);
    await page.getByRole('banner').getByRole('button', { name: /notif/i }).click();
    await page.getByRole('dialog').getByText(request.txnRefNo).first().click();
    await shown(visit, request).waitFor();
    assert.ok(page.url().includes(path));
    const [mail] = await mailsTo(product.origin, mailOf('NGB', 'CHECKER1'));
    assert.ok(mail.text.includes(request.txnRefNo) && mail.text.includes(path), mail.text);
    assertNoFaults(visit);
  });
});

inBothDevices('the review queue looks right', (device) => {
  for (const [entity, language] of [
    ['NGB', device === 'desktop' ? 'ta' : 'en'],
    ['KALVI', device === 'desktop' ? 'en' : 'ta'],
  ]) {
    test(`list, document and end: ${entity} ${language} ${device}`, async () => {
      const sent = await sendSome(entity, 1, language);
      const visit = await openAs(product, { entity, language, device, user: 'CHECKER2', path });
      const { page, t } = visit;
      await settled(visit);
      await inspect(visit, 'the list');
      await page
        .getByRole('main')
        .getByRole('link', { name: labelIn(language, entity, sent[0].parties[0].documents[0].documentTitle) })
        .first()
        .click();
      await panel(visit).getByRole('heading', { level: 2 }).waitFor();
      await pageShown(page);
      await inspect(visit, 'a document');
      await page.goto(`${path}?level=5`);
      await page.getByRole('main').getByText(t('ui.master.noResult')).waitFor();
      await inspect(visit, 'no result');
      assertNoFaults(visit);
    });
  }
});
