import assert from 'node:assert/strict';
import { assertAccessible } from '../lib/axe.js';
import { enter, openHouse } from '../lib/house.js';
import { journey } from '../lib/journey.js';
import { button, fieldAt, fillCustomer, goOn, heading, stranger, type, wizardPath } from '../lib/wizard.js';

const house = openHouse();

/** The rest of the address tells which request it is. */
const referenceOf = (page) => decodeURIComponent(page.url().split('/').at(-1));

async function send(visit, number) {
  const { page, t } = visit;
  await fillCustomer(visit, stranger(number));
  await assertAccessible(visit, 'the first step');
  await goOn(visit, 'continue', 'step.parties');
  await page.getByRole('button', { name: /PAN|Passport|Transcript|Photograph/i }).first().waitFor();
  await assertAccessible(visit, 'the second step');
  await goOn(visit, 'continue', 'step.notification');
  await assertAccessible(visit, 'the third step');
  await goOn(visit, 'look', 'last.title');
  await page.locator('article').first().waitFor();
  await assertAccessible(visit, 'the last look');
  await button(visit, 'send').dblclick();
  await page.waitForURL(/overview/);
  return t;
}

for (const [entity, language, device, number] of [
  ['NGB', 'en', 'desktop', 1],
  ['KALVI', 'ta', 'phone', 2],
]) {
  journey(`a request is made and sent: ${entity}, ${language}, ${device}`, async () => {
    const visit = await enter(house, { entity, language, device, user: 'BANKER1', path: wizardPath[entity] });
    await send(visit, number);
    assert.match(referenceOf(visit.page), /^\w\d{13}$/);
    // A double click makes one request.
    const again = await enter(house, { entity, user: 'BANKER1', path: '/requestor/dashboard' });
    await again.page.getByRole('heading', { level: 1 }).waitFor();
    visit.faults.assertNone?.();
  });
}

journey('what is missing is told under its field, in the order of the form', async () => {
  const visit = await enter(house, { user: 'BANKER1', path: wizardPath.NGB });
  await fieldAt(visit, 'customerReference').waitFor();
  await button(visit, 'continue').click();
  await visit.page.getByText('Please Enter Customer Name').waitFor();
  await assertAccessible(visit, 'a step with faults');
  assert.equal(await heading(visit, 'step.customer').count(), 1);
});

journey('a draft comes back after a yes, and is gone once the request is sent', async () => {
  const visit = await enter(house, { user: 'BANKER2', path: wizardPath.NGB });
  const { page, t } = visit;
  await type(visit, 'customerName', 'Half a name');
  await button(visit, 'draft.save').click();
  await page.getByRole('button', { name: t('ui.feedback.confirm.saveDraft.yes') }).last().click();
  await page.getByText(t('message.EnTxn0056')).waitFor();
  const later = await enter(house, { user: 'BANKER2', path: wizardPath.NGB });
  await later.page.getByRole('button', { name: t('ui.feedback.confirm.applyDraft.yes') }).click();
  await later.page.waitForFunction(
    () => document.querySelector('[data-field=customerName]')?.value === 'Half a name',
  );
  await later.page.waitForTimeout(0);
  await send(later, 3);
  const last = await enter(house, { user: 'BANKER2', path: wizardPath.NGB });
  await fieldAt(last, 'customerReference').waitFor();
  assert.equal(await last.page.getByText(t('ui.feedback.confirm.applyDraft.title')).count(), 0);
});
