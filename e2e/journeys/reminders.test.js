import { test } from '@playwright/test';
import { assertNoFaults } from '../lib/faults.js';
import { inspect } from '../lib/inspect.js';
import { openAs, openProduct } from '../lib/product.js';
import { messagesOf, sendRequest } from '../lib/request-calls.js';
import { nameOf, newPerson } from '../lib/request-kinds.js';
import { overviewPath } from '../lib/review.js';
import { until } from '../lib/until.js';

const product = openProduct();

test.describe('reminders', () => {
  for (const [entity, language, device] of [
    ['NGB', 'en', 'desktop'],
    ['KALVI', 'ta', 'phone'],
  ]) {
    test(`the next one is skipped, or sent now: ${entity} ${language} ${device}`, async () => {
      const person = newPerson(language);
      const { txnRefNo } = await sendRequest(product, entity, person);
      const path = overviewPath(txnRefNo);
      const visit = await openAs(product, { entity, language, device, user: 'BANKER1', path });
      const { page, t } = visit;
      const name = nameOf(person);
      const next = page.getByText(t('ui.requests.reminder.next', { day: '' }).trim());
      const day = () => next.first().textContent();
      await next.first().waitFor();
      await inspect(visit, 'the overview with a reminder');
      const first = await day();
      await page.getByRole('button', { name: t('ui.requests.reminder.skipName', { name }) }).click();
      await page.waitForFunction((text) => !document.body.textContent.includes(text), first);
      await page.getByRole('button', { name: t('ui.requests.reminder.nowName', { name }) }).click();
      const isReminder = ({ event, channel }) => event === 'Reminder' && channel === 'Email';
      await until(
        async () => (await messagesOf(product, entity, txnRefNo)).filter(isReminder).length === 1,
        'the reminder is queued',
      );
      assertNoFaults(visit);
    });
  }
});
