import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { assertAccessible } from './axe.js';
import { card, comeIn, openCard, openRequest, stage, submit } from './customer.js';
import { assertNoFaults } from './faults.js';
import { enter } from './house.js';
import { journey } from './journey.js';
import { ends, findRequest, sendRequest, setTimeZone, stands } from './request-calls.js';
import { kinds, newcomer } from './request-kinds.js';
import { accept, act, detailsPath, reject, standing } from './review.js';
import { send, walk } from './wizard.js';

const overflow = ({ page }) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Nothing of a page state may be out of reach, for whoever looks or hears. */
async function inspect(visit, where) {
  await assertAccessible(visit, where);
  assert.equal(await overflow(visit), 0, where);
}

const dressed = Buffer.from('<html><script>alert(1)</script></html>');
const later = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** As the portal's own head names it. */
const entityName = ({ entity }) => ({ NGB: 'Northgate Bank', KALVI: 'Kalvi Overseas' })[entity];

/** A request from a banker's intention to a decision: one that is approved, one that is declined, one that runs out of time. */
export function walkRequests(house, wishes) {
  const { entity, language, device } = wishes;
  const { required } = kinds[entity];
  const [first, ...others] = required.map(({ title }) => title);
  // The templates of both entities ask for two more that need not come.
  const all = required.length + 2;

  describe(`requests: ${entity} ${language} ${device}`, { concurrency: 1 }, () => {
    const person = newcomer(language);
    const staff = (user, txnRefNo) =>
      enter(house, { entity, language, device, user, path: detailsPath(txnRefNo) });

    journey(`${entity} ${language} ${device}: from a banker's intention to an approval`, async (at) => {
      let txnRefNo = '';
      let customer;

      await at.test('a banker makes and sends a request', async () => {
        const visit = await enter(house, { ...wishes, user: 'BANKER1', path: kinds[entity].wizard });
        await walk(visit, entity, person, (where) => inspect(visit, where));
        txnRefNo = await send(visit);
        assert.equal((await findRequest(house, entity, txnRefNo)).transactionStatus, 'Requested');
        assertNoFaults(visit, /404.*docrequest\/draft/);
      });

      await at.test('the customer logs in with a code and sees what is asked', async () => {
        customer = await comeIn(house, { ...wishes, person });
        await inspect(customer, 'My Requests');
        await openRequest(customer, txnRefNo);
        await openCard(customer, first);
        await inspect(customer, 'Upload Documents');
      });

      await at.test('with nothing to hand in, Submit says so', async () => {
        const { page, t } = customer;
        await page.getByRole('button', { name: t('ui.upload.submit'), exact: true }).click();
        await page.getByText(t('message.UploadAnyDocumentORemarks')).waitFor();
        await inspect(customer, 'nothing to submit');
      });

      await at.test('a page dressed as a picture is refused in its place', async () => {
        const { page, t } = customer;
        await openCard(customer, first);
        await card(customer, first)
          .locator('input[type=file]')
          .first()
          .setInputFiles({ name: 'dressed.png', mimeType: 'image/png', buffer: dressed });
        await card(customer, first).getByText(t('message.unsupportedFormat')).waitFor();
        await inspect(customer, 'a refused file');
        await page.getByRole('button', { name: t('ui.upload.dismiss', { name: 'dressed.png' }) }).click();
      });

      await at.test('the customer uploads and submits', async () => {
        for (const title of [first, ...others]) await stage(customer, title, `${title.length}.png`);
        await inspect(customer, 'files ready');
        await submit(customer, entityName(customer), required.length, all);
        await inspect(customer, 'documents were sent');
      });

      await at.test('one document is rejected with a reason', async () => {
        const visit = await staff('CHECKER1', txnRefNo);
        await inspect(visit, 'Transaction Details');
        await reject(visit, first, 'UNREADABLE', 'The second line is cut off.', () =>
          inspect(visit, 'rejecting'),
        );
        for (const title of others) await accept(visit, title, 'Waiting');
        assertNoFaults(visit);
      });

      await at.test('the customer reads why and sends it again', async () => {
        const { page, t } = customer;
        await openRequest(customer, txnRefNo);
        await openCard(customer, first);
        await card(customer, first).getByText(t('reject.UNREADABLE'), { exact: true }).waitFor();
        await card(customer, first).getByText('The second line is cut off.').waitFor();
        await inspect(customer, 'a rejected document');
        await stage(customer, first, 'again.png');
        await submit(customer, entityName(customer), 1, all - others.length);
        await page.getByText(t('status.Uploaded'), { exact: true }).first().waitFor();
      });

      await at.test('two checkers accept', async () => {
        const one = await staff('CHECKER1', txnRefNo);
        await accept(one, first, 'Waiting');
        const two = await staff('CHECKER2', txnRefNo);
        for (const title of [first, ...others]) await accept(two, title, 'Accepted');
        await inspect(two, 'all accepted');
      });

      await at.test('the banker approves, and the customer reads it', async () => {
        const visit = await staff('BANKER1', txnRefNo);
        await act(visit, 'approve', () => inspect(visit, 'approving'));
        await standing(visit, 'Accepted').first().waitFor();
        const { page, t } = customer;
        await openRequest(customer, txnRefNo);
        await page
          .getByRole('heading', {
            level: 2,
            name: t('ui.provider.outcome.accepted', { entity: entityName(customer) }),
          })
          .waitFor();
        await inspect(customer, 'approved');
        assertNoFaults(customer, /415.*document\/upload/, /422.*document\/submit/);
      });
    });

    journey(`${entity} ${language} ${device}: another is declined`, async () => {
      const declined = newcomer(language);
      const { txnRefNo } = await sendRequest(house, entity, declined);
      const visit = await staff('BANKER1', txnRefNo);
      await act(visit, 'decline', async (dialog) => {
        await dialog.getByRole('textbox').first().fill('The plot has two owners.');
        await inspect(visit, 'declining');
      });
      await standing(visit, 'Rejected').first().waitFor();
      const customer = await comeIn(house, { ...wishes, person: declined });
      await openRequest(customer, txnRefNo);
      await customer.page.getByText('The plot has two owners.').waitFor();
      assert.equal(await customer.page.locator('input[type=file]').count(), 0);
      await inspect(customer, 'declined');
      assertNoFaults(customer);
    });

    journey(`${entity} ${language} ${device}: one expires and is extended`, async (at) => {
      const late = newcomer(language);
      await setTimeZone(house, entity, ends.last);
      const { txnRefNo } = await sendRequest(house, entity, late, {
        expiryDays: 0,
        documentDueDate: undefined,
      });
      let customer;
      try {
        await at.test('its last day passes', async () => {
          await setTimeZone(house, entity, ends.first);
          await stands(house, entity, txnRefNo, 'Expired');
          customer = await comeIn(house, { ...wishes, person: late });
          await openRequest(customer, txnRefNo);
          const { page, t } = customer;
          await page.getByText(t('status.Expired'), { exact: true }).first().waitFor();
          assert.equal(await page.locator('input[type=file]').count(), 0);
          await inspect(customer, 'expired');
        });
        await at.test('the banker gives more time, and the customer goes on', async () => {
          const visit = await staff('BANKER1', txnRefNo);
          await act(visit, 'extend', async (dialog) => {
            await dialog.locator('[data-field=expiresOn], input').first().fill(later(20));
            await inspect(visit, 'extending');
          });
          await standing(visit, 'Requested').first().waitFor();
          await openRequest(customer, txnRefNo);
          await stage(customer, first, 'in-time.png');
          assertNoFaults(customer);
        });
      } finally {
        await setTimeZone(house, entity, 'Asia/Kolkata');
      }
    });
  });
}
