import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { card, entityName, logInCustomer, openCard, openRequest, stage, submit } from './customer.js';
import { inDays } from './days.js';
import { assertNoFaults } from './faults.js';
import { inspect } from './inspect.js';
import { field, goInside } from './master.js';
import { openAs } from './product.js';
import { findRequest, waitForStatus } from './request-calls.js';
import { kindIn, kinds, nameOf, newPerson } from './request-kinds.js';
import { accept, act, begin, detailsPath, overviewPath, reject, statusBadge } from './review.js';
import { send, walk, walkOn } from './wizard.js';

const fakePicture = Buffer.from('<html><script>alert(1)</script></html>');

/** One window per user, opened when first needed; it navigates between requests without a page load. */
function staffOf(product, options) {
  const visits = new Map();
  return async (user, path) => {
    const visit = visits.get(user) ?? (await openAs(product, { ...options, user, path }));
    if (visits.has(user)) await goInside(visit, path);
    visits.set(user, visit);
    // A background window renders once a second.
    await visit.page.bringToFront();
    return visit;
  };
}

/** Requests from creation to decision: one approved, one declined, one expired. */
export function walkRequests(product, options) {
  const { entity, language, device } = options;
  const variant = `${entity} ${language} ${device}`;
  const { required, wizard } = kindIn(language, entity);
  const [first, ...others] = required.map(({ title }) => title);
  // The templates of both entities include two optional documents.
  const all = required.length + 2;

  test(`${variant}: from a banker's intention to a decision`, async () => {
    const person = newPerson(language);
    const staff = staffOf(product, options);
    let txnRefNo = '';
    let customer;

    await test.step('a banker makes and sends a request', async () => {
      const visit = await staff('BANKER1', wizard);
      await walk(visit, entity, person, (where) => inspect(visit, where));
      txnRefNo = await send(visit);
      assert.equal((await findRequest(product, entity, txnRefNo)).transactionStatus, 'Requested');
      assertNoFaults(visit, /404.*docrequest\/draft/);
    });

    await test.step('the customer logs in with a code and sees what is asked', async () => {
      customer = await logInCustomer(product, { ...options, person });
      await inspect(customer, 'My Requests');
      await openRequest(customer, txnRefNo);
      await openCard(customer, first);
      await inspect(customer, 'Upload Documents');
    });

    await test.step('with nothing to hand in, Submit says so', async () => {
      const { page, t } = customer;
      await page.getByRole('button', { name: t('ui.upload.submit'), exact: true }).click();
      await page.getByText(t('message.UploadAnyDocumentORemarks')).waitFor();
      await inspect(customer, 'nothing to submit');
    });

    await test.step('a web page disguised as a picture is refused', async () => {
      const { page, t } = customer;
      await openCard(customer, first);
      await card(customer, first)
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'fake.png', mimeType: 'image/png', buffer: fakePicture });
      await card(customer, first).getByText(t('message.unsupportedFormat')).waitFor();
      await inspect(customer, 'a refused file');
      await page.getByRole('button', { name: t('ui.upload.dismiss', { name: 'fake.png' }) }).click();
    });

    await test.step('the customer uploads and submits', async () => {
      for (const title of [first, ...others]) await stage(customer, title, `${title.length}.png`);
      await inspect(customer, 'files ready');
      await submit(customer, required.length, all, () => inspect(customer, 'the receipt'));
      await inspect(customer, 'documents were sent');
    });

    await test.step('one document is rejected with a reason', async () => {
      const visit = await staff('CHECKER1', detailsPath(txnRefNo));
      await inspect(visit, 'Transaction Details');
      await reject(visit, first, 'UNREADABLE', 'The second line is cut off.', () => inspect(visit, 'rejecting'));
      for (const title of others) await accept(visit, title, 'Waiting');
      assertNoFaults(visit);
    });

    await test.step('the customer reads why and sends it again', async () => {
      const { page, t } = customer;
      await openRequest(customer, txnRefNo);
      await openCard(customer, first);
      await card(customer, first).getByText(t('reject.UNREADABLE'), { exact: true }).waitFor();
      await card(customer, first).getByText('The second line is cut off.').waitFor();
      await inspect(customer, 'a rejected document');
      await stage(customer, first, 'again.png');
      await submit(customer, 1, all - others.length);
      await page.getByText(t('ui.provider.documentStatus.Uploaded'), { exact: true }).first().waitFor();
    });

    await test.step('two checkers accept', async () => {
      const one = await staff('CHECKER1', detailsPath(txnRefNo));
      await accept(one, first, 'Waiting');
      const two = await staff('CHECKER2', detailsPath(txnRefNo));
      for (const title of [first, ...others]) await accept(two, title, 'Accepted');
      await inspect(two, 'all accepted');
      assertNoFaults(two);
    });

    await test.step('the banker approves, and the customer reads it', async () => {
      const visit = await staff('BANKER1', detailsPath(txnRefNo));
      await act(visit, 'approve', () => inspect(visit, 'approving'));
      await statusBadge(visit, 'Accepted').first().waitFor();
      await openRequest(customer, txnRefNo);
      const name = customer.t('ui.provider.outcome.accepted', { entity: entityName(entity) });
      await customer.page.getByRole('heading', { level: 2, name }).waitFor();
      await inspect(customer, 'approved');
      assertNoFaults(customer, /415.*document\/upload/, /422.*document\/submit/);
    });

    await test.step('another, made like it, is declined', async () => {
      const visit = await staff('BANKER1', overviewPath(txnRefNo));
      await begin(visit, 'clone');
      await field(visit, 'customerName').waitFor();
      assert.equal(await field(visit, 'customerName').inputValue(), nameOf(person));
      await walkOn(visit);
      await visit.page.getByText(person.emailAddress).first().waitFor();
      const declined = await send(visit);
      assert.notEqual(declined, txnRefNo);
      await act(visit, 'decline', async (dialog) => {
        await dialog.getByRole('textbox').first().fill('The plot has two owners.');
        await inspect(visit, 'declining');
      });
      await statusBadge(visit, 'Rejected').first().waitFor();
      assertNoFaults(visit);
      await openRequest(customer, declined);
      await customer.page.getByText('The plot has two owners.').waitFor();
      assert.equal(await customer.page.locator('input[name^=files]').count(), 0);
      await inspect(customer, 'declined');
    });

    await test.step('one expires and is extended', async () => {
      const late = await sendForADay(product, options, txnRefNo);
      // As the job will do it the day after tomorrow, at noon in India.
      await product.server.runJob('expire', '--now', `${inDays(2)}T06:30:00Z`);
      await waitForStatus(product, entity, late, 'Expired');
      await openRequest(customer, late);
      const { page, t } = customer;
      await page.getByText(t('ui.provider.requestStatus.Expired'), { exact: true }).first().waitFor();
      assert.equal(await page.locator('input[name^=files]').count(), 0);
      await inspect(customer, 'expired');

      const visit = await staff('BANKER1', detailsPath(late));
      await act(visit, 'extend', async (dialog) => {
        await dialog.getByRole('textbox').first().fill(inDays(20));
        await inspect(visit, 'extending');
      });
      await statusBadge(visit, 'Requested').first().waitFor();
      await openRequest(customer, late);
      await stage(customer, first, 'in-time.png');
      assertNoFaults(visit);
      assertNoFaults(customer);
    });
  });
}

/** A banker clones a request that is due today and open until tomorrow. */
async function sendForADay(product, options, like) {
  const path = `${kinds[options.entity].wizard}?clone=${like}`;
  const visit = await openAs(product, { ...options, user: 'BANKER1', path });
  const today = await visit.page.evaluate(() => new Date().toLocaleDateString('sv'));
  await walkOn(visit, async () => {
    await field(visit, 'documentDueDate').fill(today);
    await field(visit, 'expiryDays').fill('1');
  });
  const txnRefNo = await send(visit);
  assertNoFaults(visit);
  return txnRefNo;
}
