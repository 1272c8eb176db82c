import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { assertNoFaults } from '../lib/faults.js';
import { inspect } from '../lib/inspect.js';
import { button, chooseInRow, confirm, confirmAs, drawer, field, settled } from '../lib/master.js';
import { paper } from '../lib/paper.js';
import { loginOf, openAs, openProduct } from '../lib/product.js';
import { findRequest, sendRequest, transaction } from '../lib/request-calls.js';
import { newPerson } from '../lib/request-kinds.js';
import { pageShown } from '../lib/review.js';
import { until } from '../lib/until.js';
import { inBothDevices } from '../lib/variants.js';

const product = openProduct();
const path = '/admin/rule-code-detail?workbench=PAN';
const number = 'ABCPK1234F';

/** A PAN card that was checked, so that there is one whatever the demo data says. */
async function checkedCard() {
  const documents = [{ documentCode: 'PAN', mandatory: true }];
  const { txnRefNo } = await sendRequest(product, 'NGB', newPerson('en'), {}, { documents });
  const login = await loginOf(product, 'NGB', 'BANKER1');
  const place = { screenId: 'SD-BNK-008' };
  const query = `?txnRefNo=${txnRefNo}&documentNo=1&fileName=pan.pdf`;
  const body = paper('INCOME TAX DEPARTMENT', [`Number ${number}`, 'Permanent Account Number'], 1);
  await transaction(product, login, { ...place, resource: 'document/upload', operation: 'S', query, body });
  const submit = { ...place, resource: 'document/submit', operation: 'U', body: { txnRefNo } };
  await transaction(product, login, submit);
  await until(async () => {
    const [party] = (await findRequest(product, 'NGB', txnRefNo)).parties;
    return party.documents[0].verification.verdict === 'Pass';
  }, `${txnRefNo} was never checked`);
}

const region = ({ page, t }, part) =>
  page.getByRole('region', { name: t(`ui.ruleWorkbench.part.${part}`), exact: true });

/** On a phone the parts take turns. */
async function turnTo({ page, t, device }, part) {
  if (device !== 'phone') return;
  const parts = page.getByRole('radiogroup', { name: t('ui.ruleWorkbench.parts') });
  await parts.getByText(t(`ui.ruleWorkbench.part.${part}`), { exact: true }).click();
}

const changedEntry = (visit) =>
  region(visit, 'documents')
    .getByRole('button')
    .filter({ hasText: visit.t('ui.ruleWorkbench.changed') });

/** Uploads a sample and waits until it was read. */
async function addSample(visit) {
  const { page, t } = visit;
  const samples = page.getByRole('region', { name: t('ui.ruleWorkbench.samples.title'), exact: true });
  const buffer = paper('INCOME TAX DEPARTMENT', [`Number ${number}`, 'Permanent Account Number'], 1);
  const file = { name: `sample-${Date.now()}.pdf`, mimeType: 'application/pdf', buffer };
  await samples.locator('input[type=file]').setInputFiles(file);
  const entry = samples.getByRole('button').filter({ hasText: file.name });
  await entry.filter({ hasText: t('ui.ruleWorkbench.verdict.Pass') }).waitFor();
  return { entry, name: file.name };
}

async function removeSample(visit, { entry, name }) {
  await button(visit, 'ui.ruleWorkbench.samples.remove', { name }).click();
  await confirm(visit, 'delete');
  await entry.waitFor({ state: 'detached' });
}

test.describe('rule workbench', () => {
  for (const language of ['en', 'ta']) {
    inBothDevices(`past documents and samples (${language})`, (device) => {
      test('a viewer sees the rule, and how many documents are hidden', async () => {
        await checkedCard();
        const visit = await openAs(product, { user: 'VIEWER', path, device, language });
        const { page, t } = visit;
        await page.getByText(t('ui.ruleWorkbench.unchanged')).waitFor();
        await turnTo(visit, 'documents');
        await region(visit, 'documents').getByText(t('option.actionCode.tryrules')).waitFor();
        await inspect(visit, 'hidden documents');
        assert.equal(await region(visit, 'documents').getByRole('button').count(), 0);
        assertNoFaults(visit, /409/);
      });

      test('an auditor sees what the rule finds, and tries nothing', async () => {
        await checkedCard();
        const visit = await openAs(product, { user: 'AUDITOR', path, device, language });
        const { page, t } = visit;
        await page.getByText(t('ui.ruleWorkbench.unchanged')).waitFor();
        await inspect(visit, 'the published rule');
        await turnTo(visit, 'documents');
        await region(visit, 'documents').getByRole('button').first().click();
        await pageShown(region(visit, 'page'));
        await page.locator('[data-mark]').first().waitFor();
        await inspect(visit, 'a document');
        await turnTo(visit, 'rule');
        assert.equal(await field(visit, 'characterMask').isDisabled(), true);
        assert.equal(await button(visit, 'ui.ruleWorkbench.publish').count(), 0, 'an auditor publishes nothing');
        // The other device's window of the same user replaces this one's look, which is then repeated.
        assertNoFaults(visit, /409/);
      });

      test('an administrator without requests tries a draft on a sample', async () => {
        const visit = await openAs(product, { path, device, language });
        const { page, t } = visit;
        await page.getByText(t('ui.ruleWorkbench.unchanged')).waitFor();
        await turnTo(visit, 'documents');
        const sample = await addSample(visit);
        await inspect(visit, 'a sample');
        await turnTo(visit, 'rule');
        await field(visit, 'characterMask').fill('AAAAA99999');
        await turnTo(visit, 'documents');
        await changedEntry(visit).first().waitFor();
        await inspect(visit, 'a draft that changes verdicts');
        await button(visit, 'ui.form.saveBar.discard').click();
        await page.getByText(t('ui.ruleWorkbench.unchanged')).waitFor();
        await removeSample(visit, sample);
        assertNoFaults(visit, /409/);
      });
    });
  }

  test('a draft is published from the list of rules', async () => {
    const visit = await openAs(product, { path: '/admin/rule-code?q=PAN' });
    const { page, t } = visit;
    await settled(visit);
    await chooseInRow(visit, 'PAN', 'ui.ruleWorkbench.open');
    await page.waitForURL((url) => url.searchParams.get('workbench') === 'PAN');
    await page.getByText(t('ui.ruleWorkbench.unchanged')).waitFor();
    await addSample(visit);
    await field(visit, 'characterMask').fill('AAAAA99999');
    await changedEntry(visit).first().waitFor();
    // Leaving asks first.
    await button(visit, 'resource.adminentitydocumentverficationrule.many').click();
    await drawer(visit)
      .getByRole('button', { name: t('ui.feedback.confirm.discard.no'), exact: true })
      .click();
    await button(visit, 'ui.ruleWorkbench.publish').click();
    await confirmAs(visit, 'ui.ruleWorkbench.confirm');
    await page
      .getByRole('alert')
      .filter({ hasText: t('ui.ruleWorkbench.published', { rule: 'PAN' }) })
      .first()
      .waitFor();
    await page.getByText(t('ui.ruleWorkbench.unchanged')).waitFor();
    await page.reload();
    await page.getByText(t('ui.ruleWorkbench.unchanged')).waitFor();
    assert.equal(await field(visit, 'characterMask').inputValue(), 'AAAAA99999');
    // A newer draft replaces the trial of an older one.
    assertNoFaults(visit, /409/);
  });
});
