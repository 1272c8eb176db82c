import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { card, entityName, logInCustomer, openCard, openRequest, stage, submit } from '../lib/customer.js';
import { inDays } from '../lib/days.js';
import { assertNoFaults } from '../lib/faults.js';
import { inspect } from '../lib/inspect.js';
import { mailsTo } from '../lib/mailbox.js';
import { button, confirmAs, drawer } from '../lib/master.js';
import { picture } from '../lib/picture.js';
import { loginOf, openAs, openProduct } from '../lib/product.js';
import { findRequest, handIn, sendRequest } from '../lib/request-calls.js';
import { kindIn, kinds, nameOf, newPerson } from '../lib/request-kinds.js';
import { accept, detailsPath, overviewPath, sendBack, show } from '../lib/review.js';
import { until } from '../lib/until.js';

const product = openProduct();
const documentsOf = ({ parties }) => parties.flatMap(({ documents }) => documents);

/** The status of each document, by code. */
const statusesOf = async (entity, txnRefNo) =>
  Object.fromEntries(
    documentsOf(await findRequest(product, entity, txnRefNo)).map((each) => [each.documentCode, each.status]),
  );

/** A new request, opened by its customer. */
async function openAsCustomer(options) {
  const person = newPerson(options.language);
  const { txnRefNo } = await sendRequest(product, options.entity, person);
  const customer = await logInCustomer(product, { ...options, person });
  await openRequest(customer, txnRefNo);
  return { person, txnRefNo, customer };
}

test.describe('documents are supplied and looked at', () => {
  test('an authorised party acts for the one who named them: KALVI en desktop', async () => {
    const options = { entity: 'KALVI', language: 'en', device: 'desktop' };
    const titles = kinds.KALVI.required.map(({ title }) => title);
    const helper = newPerson('en', { firstName: 'Ilango', lastName: 'Adigal' });
    let asked;
    let other;

    await test.step('the party names a person', async () => {
      asked = await openAsCustomer(options);
      const { page, t } = asked.customer;
      await button(asked.customer, 'ui.provider.addPerson').click();
      for (const name of ['firstName', 'lastName', 'mobileNumber', 'emailAddress']) {
        await page.getByLabel(t(`ui.provider.person.${name}`)).fill(helper[name]);
      }
      await page.getByLabel(t('ui.provider.person.relationship')).selectOption('FATHER');
      await page.getByLabel(t('ui.provider.person.authLevel')).selectOption('3');
      await inspect(asked.customer, 'naming a person');
      await button(asked.customer, 'ui.provider.addPersonSend').click();
      await page
        .getByRole('listitem')
        .filter({ hasText: nameOf(helper) })
        .waitFor();
      await inspect(asked.customer, 'a person was named');
      assertNoFaults(asked.customer);
    });

    await test.step('that person sees the documents and hands them in', async () => {
      other = await logInCustomer(product, { ...options, person: helper });
      await openRequest(other, asked.txnRefNo);
      await other.page
        .getByRole('heading', { level: 2, name: nameOf(asked.person) })
        .first()
        .waitFor();
      for (const title of titles) await stage(other, title, 'for-her.png');
      await submit(other, titles.length, titles.length);
      await inspect(other, 'handed in for another');
      assertNoFaults(other);
    });

    await test.step('the party reads it, and who did it is written down', async () => {
      const { customer, txnRefNo } = asked;
      await openRequest(customer, txnRefNo);
      await customer.page
        .getByText(customer.t('ui.provider.documentStatus.Uploaded'), { exact: true })
        .first()
        .waitFor();
      const request = await findRequest(product, 'KALVI', txnRefNo);
      const by = documentsOf(request).flatMap(({ versions }) => versions.map((each) => each.uploadedBy));
      assert.deepEqual(
        by,
        titles.map(() => helper.emailAddress),
      );
    });
  });

  test('a remark alone is enough, and is answered: NGB ta phone', async () => {
    const options = { entity: 'NGB', language: 'ta', device: 'phone' };
    const { customer, txnRefNo } = await openAsCustomer(options);
    const { page, t } = customer;
    const entity = entityName('NGB');
    await button(customer, 'ui.upload.submit').click();
    await page.getByText(t('message.UploadAnyDocumentORemarks')).waitFor();
    await page.getByLabel(t('ui.provider.remarkAll', { entity })).fill('நாளை அனுப்புகிறேன்.');
    await button(customer, 'ui.upload.submit').click();
    await page.getByText(t('ui.provider.remarkSent', { entity })).waitFor();
    await page.getByText('நாளை அனுப்புகிறேன்.').waitFor();
    await inspect(customer, 'a remark was sent');

    const visit = await openAs(product, { ...options, user: 'BANKER1', path: `${detailsPath(txnRefNo)}?tab=request` });
    await visit.page.getByText('நாளை அனுப்புகிறேன்.').waitFor();
    await visit.page.getByRole('textbox', { name: visit.t('ui.requests.remarks.write') }).fill('சரி, காத்திருக்கிறோம்.');
    await button(visit, 'ui.requests.remarks.send').click();
    await visit.page.getByRole('listitem').filter({ hasText: 'சரி, காத்திருக்கிறோம்.' }).waitFor();
    await inspect(visit, 'the remarks of a request');
    await openRequest(customer, txnRefNo);
    await page.getByText('சரி, காத்திருக்கிறோம்.').waitFor();
    assertNoFaults(customer, /422.*document\/submit/);
    assertNoFaults(visit);
  });

  test('what is not needed is claimed, granted and refused: NGB ta phone', async () => {
    const options = { entity: 'NGB', language: 'ta', device: 'phone' };
    const [first, second] = kindIn('ta', 'NGB').required.map(({ title }) => title);
    const { customer, txnRefNo } = await openAsCustomer(options);
    const { page, t } = customer;
    const entity = entityName('NGB');
    const reasons = { [first]: 'You have it already.', [second]: 'I never had one.' };
    for (const title of [first, second]) {
      await openCard(customer, title);
      const place = card(customer, title);
      await place.getByRole('button', { name: t('ui.provider.claim'), exact: true }).click();
      await place.getByRole('button', { name: t('ui.provider.claimSend'), exact: true }).click();
      await place.getByText(t('message.enter', { label: t('ui.provider.reason') })).waitFor();
      await place.getByRole('textbox').first().fill(reasons[title]);
      await inspect(customer, 'claiming');
      // Nothing of a long name is cut off.
      const label = place.getByText(t('ui.provider.claimSend'), { exact: true });
      assert.equal(await label.evaluate((text) => text.scrollWidth - text.clientWidth), 0);
      await place.getByRole('button', { name: t('ui.provider.claimSend'), exact: true }).click();
      await place.getByText(t('ui.provider.claimWaits', { entity })).waitFor();
    }
    await inspect(customer, 'claims that wait');

    const visit = await openAs(product, { ...options, user: 'BANKER1', path: overviewPath(txnRefNo) });
    const line = (title) => visit.page.getByRole('listitem').filter({ hasText: title });
    const answer = (title, key) =>
      line(title)
        .getByRole('button', { name: t(`ui.requests.${key}`), exact: true })
        .click();
    await line(first).getByText(reasons[first]).waitFor();
    await inspect(visit, 'claims to answer');
    await answer(first, 'claimGrant');
    // It is mandatory, and a bank requires four eyes: a second person has to agree.
    await line(first).getByText(t('ui.requests.waiverSecond')).waitFor();
    await inspect(visit, 'a waiver that waits');
    const checker = await openAs(product, { ...options, user: 'CHECKER1', path: overviewPath(txnRefNo) });
    const confirmed = checker.page.getByRole('listitem').filter({ hasText: first });
    await confirmed.getByRole('button', { name: t('ui.requests.waiverGrant'), exact: true }).click();
    await confirmed.getByText(t('status.Not Required'), { exact: true }).waitFor();
    assertNoFaults(checker);
    await line(first).getByText(t('status.Not Required'), { exact: true }).waitFor();
    await answer(second, 'claimRefuse');
    await line(second).getByText(reasons[second]).waitFor({ state: 'detached' });
    const statuses = await statusesOf('NGB', txnRefNo);
    assert.deepEqual([statuses.AADHAAR, statuses.PHOTO], ['Not Required', 'Requested']);

    await openRequest(customer, txnRefNo);
    await card(customer, first).getByText(t('ui.provider.documentStatus.Not Required'), { exact: true }).waitFor();
    await stage(customer, second, 'after-all.png');
    await submit(customer, 1, 1);
    await page.getByText(t('ui.provider.documentStatus.Uploaded'), { exact: true }).first().waitFor();
    assertNoFaults(customer);
    assertNoFaults(visit);
  });

  test('an upload that the network cut goes on by itself: KALVI ta phone', async () => {
    const options = { entity: 'KALVI', language: 'ta', device: 'phone' };
    const [{ title }] = kindIn('ta', 'KALVI').required;
    const { customer } = await openAsCustomer(options);
    const { t, context } = customer;
    await openCard(customer, title);
    const place = card(customer, title);
    const file = { name: 'passport.png', mimeType: 'image/png', buffer: picture(640, 400) };
    await context.setOffline(true);
    await place.locator('input[type=file]').first().setInputFiles(file);
    await place.getByText(t('ui.upload.waiting.connection')).waitFor();
    await inspect(customer, 'an upload that was cut');
    await context.setOffline(false);
    await place.getByRole('button', { name: t('ui.upload.remove', { name: file.name }) }).waitFor();
    assert.equal(await place.getByRole('alert').count(), 0);
    assertNoFaults(customer, /ERR_INTERNET_DISCONNECTED/);
  });

  test('a checker sends a document back a level: NGB ta desktop', async () => {
    const options = { entity: 'NGB', language: 'ta', device: 'desktop' };
    const [{ title, documentCode }] = kindIn('ta', 'NGB').required;
    const banker = await loginOf(product, 'NGB', 'BANKER1');
    const { txnRefNo } = await handIn(product, banker, await sendRequest(product, 'NGB', newPerson('ta')));
    const staff = (user) => openAs(product, { ...options, user, path: detailsPath(txnRefNo) });
    const [one, two] = [await staff('CHECKER1'), await staff('CHECKER2')];
    await one.page.bringToFront();
    await accept(one, title, 'Waiting');
    await two.page.bringToFront();
    await sendBack(two, title, 'பெயரைச் சரிபாருங்கள்.', 'Uploaded');
    await one.page.bringToFront();
    await show(one, title);
    await one.page.getByText('பெயரைச் சரிபாருங்கள்.').first().waitFor();
    await one.page.getByText(one.t('ui.requests.levelNow', { level: 1, levels: 2 })).waitFor();
    await inspect(one, 'sent back a level');
    await accept(one, title, 'Waiting');
    await two.page.bringToFront();
    await accept(two, title, 'Accepted');
    assert.equal((await statusesOf('NGB', txnRefNo))[documentCode], 'Accepted');
    assertNoFaults(one);
    assertNoFaults(two);
  });

  test('a meeting is planned, moved and called off: KALVI en phone', async () => {
    const person = newPerson('en');
    const { txnRefNo } = await sendRequest(product, 'KALVI', person);
    const path = `${detailsPath(txnRefNo)}?tab=meetings`;
    const visit = await openAs(product, { entity: 'KALVI', device: 'phone', user: 'BANKER1', path });
    const { page, t } = visit;
    const label = (name) => t(`ui.requests.meeting.${name}`);
    const meeting = page.getByRole('listitem').filter({ hasText: 'Which university' });
    const about = async () =>
      (await mailsTo(product.origin, person.emailAddress)).filter(({ subject }) =>
        subject.includes('Which university'),
      );
    const told = (count) => until(async () => (await about()).length === count, `not told ${count} times`);

    await button(visit, 'ui.requests.meeting.plan').click();
    const form = drawer(visit);
    const save = (key) => form.getByRole('button', { name: t(key), exact: true }).click();
    await save('ui.requests.meeting.plan');
    await form.getByText(t('message.enter', { label: label('subject') })).waitFor();
    await form.getByLabel(label('subject')).fill('Which university');
    await form.getByRole('textbox', { name: label('day') }).fill(inDays(3));
    await form.getByLabel(label('time')).fill('11:30');
    await form.getByLabel(label('place')).fill('Room 2');
    await inspect(visit, 'planning a meeting');
    await save('ui.requests.meeting.plan');
    await meeting.getByText('Room 2').waitFor();
    await meeting.getByText(/11[:.]30/).waitFor();
    await told(1);

    await meeting.getByRole('button', { name: label('move'), exact: true }).click();
    await form.getByLabel(label('time')).fill('15:45');
    await save('ui.master.saveChanges');
    await meeting.getByText(/(15|3)[:.]45/).waitFor();
    await told(2);

    await meeting.getByRole('button', { name: label('cancel'), exact: true }).click();
    await confirmAs(visit, 'ui.requests.confirm.meeting');
    await meeting.getByText(label('off'), { exact: true }).waitFor();
    assert.equal(await meeting.getByRole('button').count(), 0);
    await told(3);
    await inspect(visit, 'a meeting that was called off');
    assertNoFaults(visit);
  });
});
