import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { card, logInCustomer } from '../lib/customer.js';
import { assertNoFaults } from '../lib/faults.js';
import { focusedOn } from '../lib/focus.js';
import { fillAlong, pressOn, tabTo } from '../lib/keys.js';
import { button, settled } from '../lib/master.js';
import { picture } from '../lib/picture.js';
import { loginOf, openAs, openProduct } from '../lib/product.js';
import { findRequest, handIn, sendRequest } from '../lib/request-calls.js';
import { kinds, newPerson, typedOf } from '../lib/request-kinds.js';
import { acceptByKey, detailsPath } from '../lib/review.js';
import { until } from '../lib/until.js';
import { button as wizardButton } from '../lib/wizard.js';

const product = openProduct();
const lists = '/requestor/view-requests';

const documentsOf = async (txnRefNo) => (await findRequest(product, 'NGB', txnRefNo)).parties[0].documents;

/** Waits until the server has that state. */
const becomes = (txnRefNo, documentNo, status) =>
  until(
    async () => (await documentsOf(txnRefNo)).some((each) => each.documentNo === documentNo && each.status === status),
    `document ${documentNo} never became ${status}`,
  );

const nameless = ({ page }) => page.evaluate(() => document.activeElement === document.body);

test.describe('requests by keyboard', () => {
  test('a request is made and sent', async () => {
    const visit = await openAs(product, { user: 'BANKER1', path: kinds.NGB.wizard });
    const { page, t } = visit;
    await page.getByRole('heading', { level: 2, name: t('ui.wizard.step.customer') }).waitFor();
    await page.locator('[data-field=customerType]').first().waitFor();
    const person = newPerson('en');
    const { names } = kinds.NGB;
    await fillAlong(
      visit,
      {
        ...typedOf(person),
        customerType: { mark: names.customerType },
        ...Object.fromEntries(
          ['customerIndicator', 'customerIndustry', 'requestCategory', 'requestSubCategory', 'requestPurpose'].map(
            (name) => [name, { pick: names[name] }],
          ),
        ),
        state: { pick: 'Tamil Nadu' },
      },
      wizardButton(visit, 'continue'),
    );
    await focusedOn(visit, page.getByRole('heading', { level: 2 }).first(), 'the second step');
    await page.getByText(kinds.NGB.required[0].title, { exact: true }).first().waitFor();
    const { firstName, lastName, mobileNumber, emailAddress } = person;
    const party = { firstName, lastName, mobileNumber, emailAddress };
    await fillAlong(
      visit,
      Object.fromEntries(Object.entries(party).map(([name, text]) => [`parties[0].${name}`, text])),
      wizardButton(visit, 'continue'),
    );
    await page.getByRole('heading', { level: 2, name: t('ui.wizard.step.notification') }).waitFor();
    await pressOn(visit, wizardButton(visit, 'look'));
    await page.getByRole('heading', { level: 2, name: t('ui.wizard.last.title') }).waitFor();
    await page.getByText(emailAddress).first().waitFor();
    await pressOn(visit, wizardButton(visit, 'send'));
    await page.waitForURL(/\/overview\//);
    const [txnRefNo] = /[A-Z]\d{13}/.exec(page.url());
    assert.equal((await findRequest(product, 'NGB', txnRefNo)).transactionStatus, 'Requested');
    assertNoFaults(visit, /docrequest\/draft/);
  });

  test('a list is searched, narrowed, ticked and left by its link', async () => {
    const visit = await openAs(product, { user: 'BANKER1', path: lists });
    const { page, t } = visit;
    await settled(visit);
    await pressOn(visit, page.locator('[data-filters]'));
    await page.getByRole('dialog').locator('input').first().waitFor();
    await tabTo(visit, page.getByRole('dialog').getByRole('switch'));
    await page.keyboard.press('Space');
    await page.waitForURL((url) => url.searchParams.get('overdue') === 'true');
    await page.keyboard.press('Space');
    await page.waitForURL((url) => !url.searchParams.has('overdue'));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focusedOn(visit, page.locator('[data-filters]'), 'the menu of filters is closed');

    const first = page.locator('main tbody tr:has(a)').first();
    const box = first.getByRole('checkbox');
    await tabTo(visit, box);
    await page.keyboard.press('Space');
    const bar = page.getByRole('region', { name: t('ui.master.selected', { count: 1 }) });
    await bar.waitFor();
    const act = bar.locator('button[data-variant=default]:not(:disabled)').first();
    await pressOn(visit, act, { key: 'Shift+Tab' });
    await page.getByRole('dialog').waitFor();
    assert.equal(await nameless(visit), false);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focusedOn(visit, act, 'the dialog is closed');

    await page.keyboard.press('/');
    await focusedOn(visit, page.getByRole('searchbox'), '/');
    const reference = await first.getByRole('link').first().textContent();
    await page.keyboard.type(reference);
    await page.waitForURL((url) => url.searchParams.get('q') === reference);
    await settled(visit);
    await pressOn(visit, page.locator('main tbody a').first());
    await page.waitForURL((url) => url.pathname.endsWith(reference));
    assertNoFaults(visit);
  });

  test('documents are accepted by a letter, rejected by the form, and the tabs are walked', async () => {
    const banker = await loginOf(product, 'NGB', 'BANKER1');
    const asked = await sendRequest(product, 'NGB', newPerson('en'));
    const { txnRefNo } = await handIn(product, banker, asked);
    const visit = await openAs(product, { user: 'CHECKER1', path: detailsPath(txnRefNo) });
    const { page, t } = visit;
    const panel = page.getByRole('complementary', { name: t('ui.requests.review.decision') });
    const [one, other] = await documentsOf(txnRefNo);
    await panel.getByRole('heading', { level: 2, name: one.documentTitle }).waitFor();
    await acceptByKey(visit);
    await becomes(txnRefNo, one.documentNo, 'Waiting');
    await panel.getByRole('heading', { level: 2, name: other.documentTitle }).waitFor();
    await pressOn(visit, panel.getByRole('button', { name: new RegExp(`^${t('ui.requests.review.reject')}`) }));
    await panel.getByRole('radio').first().waitFor();
    await focusedOn(visit, panel.getByRole('radio').first(), 'rejecting');
    await page.keyboard.press('Space');
    await tabTo(visit, panel.getByRole('textbox').first());
    await page.keyboard.type('It cannot be read.');
    await pressOn(visit, panel.locator('button[type=submit]').first());
    await becomes(txnRefNo, other.documentNo, 'Rejected');
    await tabTo(visit, page.getByRole('tab', { selected: true }), { key: 'Shift+Tab' });
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tabpanel').getByText(t('ui.requests.did.reject')).first().waitFor();
    assertNoFaults(visit);
  });

  test('a customer hands in a document', async () => {
    const person = newPerson('en');
    const asked = await sendRequest(product, 'NGB', person);
    const visit = await logInCustomer(product, { entity: 'NGB', language: 'en', device: 'desktop', person });
    const { page, t } = visit;
    await pressOn(visit, page.locator(`a[href="/provider/requests/${asked.txnRefNo}"]`));
    const [{ title }] = kinds.NGB.required;
    await card(visit, title).waitFor();
    const choosing = page.waitForEvent('filechooser');
    await pressOn(
      visit,
      card(visit, title).getByRole('button', {
        name: new RegExp(`^${t('ui.upload.chooseMany')}|^${t('ui.upload.choose')}`),
      }),
    );
    await (await choosing).setFiles({ name: 'card.png', mimeType: 'image/png', buffer: picture(640, 400) });
    await card(visit, title)
      .getByRole('button', { name: t('ui.upload.remove', { name: 'card.png' }) })
      .waitFor();
    const all = asked.parties[0].documents.length;
    await pressOn(visit, button(visit, 'ui.upload.submitOf', { ready: 1, all }));
    const thanks = page.getByText(t('ui.provider.thanks', { count: 1, entity: 'Northgate Bank' }));
    await thanks.waitFor();
    assert.equal(await nameless(visit), false);
    assertNoFaults(visit);
  });
});
