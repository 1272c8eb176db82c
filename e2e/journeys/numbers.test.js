import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { entityName, logInCustomer, openRequest } from '../lib/customer.js';
import { assertNoFaults } from '../lib/faults.js';
import { row } from '../lib/master.js';
import { loginOf, openAs, openProduct } from '../lib/product.js';
import { actOn, findRequest, handIn, sendRequest, transaction } from '../lib/request-calls.js';
import { kinds, newPerson } from '../lib/request-kinds.js';
import { overviewPath } from '../lib/review.js';
import { until } from '../lib/until.js';

const product = openProduct();
const states = ['accepted', 'notRequired', 'inReview', 'rejected', 'toCome', 'closed'];
const stateOf = {
  Accepted: 'accepted',
  'Not Required': 'notRequired',
  Uploaded: 'inReview',
  Waiting: 'inReview',
  Rejected: 'rejected',
};

const documentsOf = ({ parties }) => parties.flatMap(({ documents }) => documents);

/** The documents of a request by state, counted one by one. */
function counted(request) {
  const isOpen = request.closedOn === null;
  const counts = Object.fromEntries(states.map((state) => [state, 0]));
  for (const { status } of documentsOf(request)) {
    const state = stateOf[status] ?? 'toCome';
    counts[!isOpen && ['inReview', 'toCome'].includes(state) ? 'closed' : state] += 1;
  }
  return counts;
}

/** The numbers of a table or list of terms, by their label. */
const numbersIn = async ({ t }, place, lines, [label, value]) => {
  const pairs = await place
    .locator(lines)
    .evaluateAll(
      (nodes, names) => nodes.map((node) => names.map((name) => node.querySelector(name)?.textContent?.trim() ?? '')),
      [label, value],
    );
  const found = new Map(pairs.map(([name, number]) => [name, Number(number.replaceAll(',', ''))]));
  return Object.fromEntries(states.map((state) => [state, found.get(t(`ui.counts.${state}`)) ?? 0]));
};

async function dashboardOf(visit) {
  await visit.page.goto('/requestor/dashboard');
  const table = visit.page.getByRole('table', { name: visit.t('ui.dashboard.pie') });
  await table.waitFor();
  return numbersIn(visit, table, 'tbody tr', ['th', 'td']);
}

async function rejectOne(entity, { txnRefNo, documents }) {
  const login = await loginOf(product, entity, 'CHECKER1');
  const { documentNo, versions } = documents.at(-1);
  const decision = { decision: 'reject', reasonCode: 'UNREADABLE', remark: 'Too dark.' };
  const body = { txnRefNo, documentNo, versionNo: versions.at(-1).versionNo, ...decision };
  await transaction(product, login, { resource: 'document/review', operation: 'U', body });
}

/** An open request with nothing sent, one whose optional document was sent back, and one that was cancelled. */
async function threeRequests(entity, person) {
  const { required, optional } = kinds[entity];
  const wanted = { documents: [...required, { ...optional, mandatory: false }].map(({ title, ...each }) => each) };
  const make = () => sendRequest(product, entity, person, {}, wanted);
  const [open, sentBack, cancelled] = [await make(), await make(), await make()];
  const desk = await loginOf(product, entity, 'BANKER1');
  const { txnRefNo } = sentBack;
  const sent = await handIn(product, desk, sentBack);
  await rejectOne(entity, { txnRefNo, documents: documentsOf(sent) });
  await actOn(product, entity, cancelled.txnRefNo, 'cancel', { reason: 'The customer withdrew.' });
  const found = [open, sentBack, cancelled].map((each) => findRequest(product, entity, each.txnRefNo));
  return Promise.all(found);
}

test.describe('numbers of documents', () => {
  for (const entity of ['NGB', 'KALVI']) {
    test(`every page shows the same: ${entity}`, async () => {
      const staff = await openAs(product, { entity, user: 'BANKER1' });
      const { page, t } = staff;
      const before = await dashboardOf(staff);
      const person = newPerson('en');
      const requests = await threeRequests(entity, person);
      const expected = requests.map(counted);

      const all = Object.fromEntries(
        states.map((state) => [state, before[state] + expected.reduce((sum, counts) => sum + counts[state], 0)]),
      );
      await until(
        async () => JSON.stringify(await dashboardOf(staff)) === JSON.stringify(all),
        `the dashboard never showed ${JSON.stringify(all)}`,
      );
      await page.goto(`/requestor/requested-docs?show=all&q=${encodeURIComponent(person.lastName)}`);
      for (const [at, { txnRefNo, documentsRequested }] of requests.entries()) {
        const { accepted, notRequired, inReview, rejected, toCome } = expected[at];
        const line = row(staff, txnRefNo);
        await line.getByText(`${accepted + notRequired} / ${documentsRequested}`, { exact: true }).waitFor();
        const cells = await line.locator('td').allTextContents();
        for (const number of [toCome, inReview, rejected]) {
          assert.ok(
            cells.some((text) => Number(text || '0') === number),
            `${txnRefNo}: ${cells}`,
          );
        }
      }
      for (const [at, { txnRefNo, documentsRequested }] of requests.entries()) {
        await page.goto(overviewPath(txnRefNo));
        await page.getByRole('heading', { level: 2, name: t('ui.requests.whoOwesWhat') }).waitFor();
        const tiles = await numbersIn(staff, page.getByRole('tabpanel'), 'dl > div', ['dt', 'dd']);
        assert.deepEqual(tiles, expected[at], txnRefNo);
        const sum = Object.values(tiles).reduce((total, number) => total + number, 0);
        assert.equal(sum, documentsRequested, txnRefNo);
      }
      assertNoFaults(staff);

      const customer = await logInCustomer(product, { entity, language: 'en', device: 'phone', person });
      for (const [at, { txnRefNo, documentsRequested }] of requests.entries()) {
        const { accepted, notRequired, inReview } = expected[at];
        const sent = customer.t('ui.provider.sentOf', {
          sent: accepted + notRequired + inReview,
          all: documentsRequested,
        });
        await customer.page.locator(`a[href$="${txnRefNo}"]`).getByText(sent, { exact: true }).waitFor();
      }
      const [open, sentBack] = requests;
      const { required } = kinds[entity];
      await openRequest(customer, open.txnRefNo);
      const needs = customer.t('ui.provider.needs', {
        count: required.length,
        entity: entityName(entity),
        date: '',
      });
      await customer.page.getByText(needs.split(' by ')[0], { exact: false }).waitFor();
      await customer.page.getByText(customer.t('ui.provider.optionalToo', { count: 1 })).waitFor();
      const ready = customer.t('ui.upload.readyOf', { ready: 0, all: required.length + 1 });
      await customer.page.getByText(ready, { exact: true }).first().waitFor();
      await openRequest(customer, sentBack.txnRefNo);
      const again = customer.t('ui.provider.needsAgain', { count: 1, date: '' });
      await customer.page.getByText(again.split(' by ')[0], { exact: false }).waitFor();
      assert.equal(await customer.page.getByText(customer.t('ui.provider.mayCome', { count: 1 })).count(), 0);
      assertNoFaults(customer);
    });
  }
});
