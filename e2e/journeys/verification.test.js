import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { assertNoFaults } from '../lib/faults.js';
import { inspect } from '../lib/inspect.js';
import { paper } from '../lib/paper.js';
import { loginOf, openAs, openProduct } from '../lib/product.js';
import { findRequest, sendRequest, transaction } from '../lib/request-calls.js';
import { newPerson } from '../lib/request-kinds.js';
import { detailsPath, pageShown } from '../lib/review.js';
import { until } from '../lib/until.js';
import { inBothDevices } from '../lib/variants.js';

const product = openProduct();
const number = 'ABCPK1234F';
const card = [`Number ${number}`, 'Permanent Account Number'];

/** A request for a card. */
const ask = (language, documentCode = 'PAN') =>
  sendRequest(product, 'NGB', newPerson(language), {}, { documents: [{ documentCode, mandatory: true }] });

async function hand({ txnRefNo }, lines) {
  const login = await loginOf(product, 'NGB', 'BANKER1');
  const place = { screenId: 'SD-BNK-008' };
  const query = `?txnRefNo=${txnRefNo}&documentNo=1&fileName=pan.pdf`;
  const body = paper('INCOME TAX DEPARTMENT', lines, 1);
  await transaction(product, login, { ...place, resource: 'document/upload', operation: 'S', query, body });
  await transaction(product, login, { ...place, resource: 'document/submit', operation: 'U', body: { txnRefNo } });
}

const checked = (txnRefNo, verdict) =>
  until(async () => {
    const [party] = (await findRequest(product, 'NGB', txnRefNo)).parties;
    return party.documents[0].verification.verdict === verdict;
  }, `${txnRefNo} was never ${verdict}`);

test.describe('verification', () => {
  inBothDevices('the automatic check', (device) => {
    test('a verdict arrives while the page is open, and its evidence is shown on the page', async () => {
      const request = await ask('en');
      const path = detailsPath(request.txnRefNo);
      const visit = await openAs(product, { user: 'CHECKER1', path, device });
      const { page, t } = visit;
      const panel = page.getByRole('complementary', { name: t('ui.requests.review.decision') });
      await panel.getByRole('heading', { level: 2 }).waitFor();
      await hand(request, ['Nothing of note']);
      const check = page.getByRole('region', { name: t('ui.requests.verification.title') });
      await check.getByText(t('ui.requests.verification.verdict.Fail'), { exact: true }).waitFor();
      await check.getByText(t('ui.requests.verification.missing')).waitFor();
      await hand(request, card);
      await check.getByText(t('ui.requests.verification.verdict.Pass'), { exact: true }).waitFor();
      const found = t('ui.requests.verification.found', { found: number, page: 1 });
      await check.getByRole('button', { name: found }).focus();
      await page.keyboard.press('Enter');
      await page.locator('[data-mark][data-shown]').waitFor();
      await inspect(visit, 'the automatic check');
      await page.getByRole('button', { name: t('ui.requests.verification.compare', { version: 1 }) }).click();
      const earlier = t('ui.requests.verification.earlier', { version: 1, name: 'pan.pdf' });
      await pageShown(page.getByRole('region', { name: earlier }).first());
      await inspect(visit, 'two versions');
      assertNoFaults(visit);
    });

    test('an Aadhaar card without a number to cover is shown only as original', async () => {
      const language = device === 'phone' ? 'ta' : 'en';
      const request = await ask(language, 'AADHAAR');
      await hand(request, ['Nothing of note']);
      await checked(request.txnRefNo, 'Fail');
      const path = detailsPath(request.txnRefNo);
      const visit = await openAs(product, { user: 'CHECKER2', path, device, language });
      const { page, t } = visit;
      await page.getByText(t('ui.requests.masked.originalOnly')).waitFor();
      await page.getByText(t('message.originalOnly')).waitFor();
      await inspect(visit, 'a document that is not shown');
      await page.getByRole('button', { name: t('ui.requests.masked.open') }).click();
      await page.getByRole('dialog').waitFor();
      await inspect(visit, 'the reason for the original');
    });
  });

  test('the demo has verdicts from the start', async () => {
    const login = await loginOf(product, 'NGB', 'CHECKER1');
    const options = { resource: 'document/queue', screenId: 'SD-BNK-009', query: '?size=50' };
    const { content } = await transaction(product, login, options);
    const known = content.filter(({ documentTitle }) => /PAN|Aadhaar/.test(documentTitle));
    assert.ok(known.length > 0, 'the queue has cards');
    for (const { txnRefNo } of known.slice(0, 3)) {
      await until(async () => {
        const request = await findRequest(product, 'NGB', txnRefNo, 'CHECKER1');
        const documents = request.parties.flatMap(({ documents: all }) => all);
        return documents.every(({ verification }) => verification.verdict !== 'Waiting');
      }, `${txnRefNo} is still checked`);
    }
    await checked((await handed()).txnRefNo, 'Pass');
  });
});

async function handed() {
  const request = await ask('en');
  await hand(request, card);
  return request;
}
