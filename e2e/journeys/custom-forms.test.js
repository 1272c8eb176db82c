import assert from 'node:assert/strict';
import { test } from '@playwright/test';
import { assertAccessible } from '../lib/axe.js';
import { assertNoFaults } from '../lib/faults.js';
import { button, drawer, field, openNew, saved, settled, submit } from '../lib/master.js';
import { picture } from '../lib/picture.js';
import { openAs, openProduct } from '../lib/product.js';

const product = openProduct();

/** No mouse here: elements are focused, keys do the rest. */
async function press(locator, ...keys) {
  await locator.focus();
  for (const key of keys) await locator.page().keyboard.press(key);
}

async function openReady(path) {
  const visit = await openAs(product, { path });
  await settled(visit);
  return visit;
}

const toast = ({ page, t }, code) => page.getByRole('alert').filter({ hasText: t(`message.${code}`) });
const saveChanges = (visit) => press(button(visit, 'ui.master.saveChanges'), 'Enter');

test.describe('Entity Master', () => {
  const path = '/admin/entity-master';

  test('the first press on a choice opens it, and the first on a calendar', async () => {
    const { page, t } = await openReady(path);
    await page.getByRole('combobox', { name: t('field.master.utcTimeZone') }).click();
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    const label = t('field.master.expiryDate');
    await page.getByRole('button', { name: t('ui.master.calendar', { label }) }).click();
    await page.getByRole('dialog', { name: label }).getByRole('table').waitFor();
  });

  test('a logo is chosen, cropped by keys and kept', async () => {
    const visit = await openReady(path);
    const { page, t } = visit;
    const label = t('field.master.logo');
    const chooser = page.waitForEvent('filechooser');
    await press(page.getByRole('button', { name: new RegExp(`: ${label}$`) }).first(), 'Enter');
    await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture(640, 400) });
    const cropper = page.getByRole('dialog', { name: t('ui.cropper.title', { label }) });
    const area = cropper.locator('.ReactCrop__crop-selection');
    await area.waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('.ReactCrop__crop-selection'));
    await assertAccessible(visit, 'cropper');

    const box = () => area.boundingBox();
    const whole = await box();
    await page.keyboard.press('-');
    await page.waitForFunction(
      ([width]) => document.querySelector('.ReactCrop__crop-selection').getBoundingClientRect().width < width,
      [whole.width],
    );
    const before = await box();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(
      ([x]) => document.querySelector('.ReactCrop__crop-selection').getBoundingClientRect().x > x,
      [before.x],
    );
    assert.equal(Math.round((await box()).x - before.x), 3, 'the step is 3 at first');
    await page.keyboard.press('9');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(
      ([x]) => document.querySelector('.ReactCrop__crop-selection').getBoundingClientRect().x < x,
      [before.x],
    );
    assert.equal(Math.round(before.x + 3 - (await box()).x), 9, '9 makes it 9');
    await press(cropper.getByRole('button', { name: t('ui.cropper.use') }), 'Enter');
    await cropper.waitFor({ state: 'detached' });

    const logo = page.getByAltText(t('ui.cropper.current', { label }));
    assert.match(await logo.getAttribute('src'), /^data:image\/png/);
    await saveChanges(visit);
    await toast(visit, 'EnTxn0019').first().waitFor();
    await page.reload();
    await logo.waitFor();
    const { width, height } = await logo.evaluate((image) => ({
      width: image.naturalWidth,
      height: image.naturalHeight,
    }));
    assert.equal(width, height, 'a logo is square');
    assertNoFaults(visit);
  });

  test('fewer review levels wait for a second administrator, and can be withdrawn', async () => {
    const visit = await openReady(path);
    const { page, t } = visit;
    const levels = field(visit, 'verificationLevels');
    const stored = await levels.inputValue();
    assert.notEqual(stored, '0');
    assert.ok(await page.getByRole('switch', { name: t('field.master.fourEyes') }).isChecked(), 'on for a bank');
    await levels.fill('0');
    await saveChanges(visit);
    const warning = page.getByRole('dialog', { name: t('ui.feedback.popup.Warning') });
    await warning.getByRole('button').click();
    await warning.waitFor({ state: 'detached' });
    const label = t('field.master.verificationLevels');
    const change = t('ui.form.entity.proposal.change', { label, old: stored, new: '0' });
    await page.getByText(change).waitFor();
    assert.equal(await levels.inputValue(), stored, 'nothing took effect');
    assert.equal(await button(visit, 'ui.form.entity.proposal.approve').count(), 0);
    await assertAccessible(visit, 'a change that waits');
    await press(button(visit, 'ui.form.entity.proposal.withdraw'), 'Enter');
    await page.getByText(change).waitFor({ state: 'detached' });
    assertNoFaults(visit);
  });

  test('a file that is no picture is refused', async () => {
    const visit = await openReady(path);
    const { page, t } = visit;
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') });
    await page.getByText(t('message.invalidImage')).waitFor();
  });

  test('the theme is written as tokens, shown at once and worn after the next start', async () => {
    const visit = await openReady(path);
    const { page, t } = visit;
    const brand = page.getByLabel(t('ui.form.theme.token.--t-brand'), { exact: true });
    await brand.focus();
    await brand.fill('#f2b705');
    await page
      .getByText(t('ui.form.theme.verdict.mended', { colour: '' }).split(';')[0])
      .first()
      .waitFor();
    await page.keyboard.press('Tab');
    await saveChanges(visit);
    await toast(visit, 'EnTxn0019').first().waitFor();
    await page.reload();
    await page.waitForFunction(() => document.documentElement.style.getPropertyValue('--t-brand') === '#f2b705');
    await settled(visit);
    await assertAccessible(visit, 'an amber theme');
    assertNoFaults(visit);
  });
});

test.describe('Template Master', () => {
  const path = '/admin/template-definition?open=edit&key=HOMELOAN';
  const documents = (visit) => drawer(visit).locator('ol > li');
  const names = (visit) => documents(visit).locator('small').allTextContents();

  test('documents are put in another order by keys', async () => {
    const visit = await openAs(product, { path });
    const { page } = visit;
    await documents(visit).nth(1).waitFor();
    const before = await names(visit);
    await press(documents(visit).first().getByRole('button').first(), 'ArrowDown');
    const after = [before[1], before[0], ...before.slice(2)];
    await documents(visit).first().filter({ hasText: after[0] }).waitFor();
    assert.deepEqual(await names(visit), after);
    await page.getByRole('status').filter({ hasText: '2' }).first().waitFor({ state: 'attached' });
    await assertAccessible(visit, 'template');
    await submit(visit, 'ui.master.saveChanges');
    await saved(visit, 'EnTxn0019');
    await page.goto(path);
    await documents(visit).nth(1).waitFor();
    assert.deepEqual(await names(visit), after);
    assertNoFaults(visit);
  });
});

test.describe('Email Sms template', () => {
  const path = '/admin/email-sms-template?open=edit&key=Email*AccountCreated*en';

  test('a placeholder goes to the caret and shows its sample in the preview', async () => {
    const visit = await openAs(product, { path });
    const { page, t } = visit;
    await field(visit, 'messageFormat').waitFor();
    await field(visit, 'messageFormat').fill('Ask: ');
    await press(page.getByRole('button', { name: t('ui.form.message.placeholder.bankerName'), exact: true }), 'Enter');
    await page.waitForFunction(
      () => document.querySelector('[data-field=messageFormat]').value === 'Ask: {{ bankerName }}',
    );
    await drawer(visit)
      .locator('i', { hasText: t('ui.form.message.sample.en.bankerName') })
      .waitFor();
    await assertAccessible(visit, 'message');
    await field(visit, 'messageFormat').fill('Hello {{ nobody }}');
    await drawer(visit)
      .getByText(t('message.unknownPlaceholder', { name: 'nobody' }))
      .first()
      .waitFor();
    assertNoFaults(visit);
  });
});

test.describe('the preview and the default of a template', () => {
  const path = '/admin/email-sms-template?open=edit&key=SMS*RequestCreated*en';

  test('a text is shown with a real request and reset to the default', async () => {
    const visit = await openAs(product, { user: 'VIEWER', path });
    await visit.page
      .getByText(/N\d{13}/)
      .first()
      .waitFor();
    const request = visit.page.getByLabel(visit.t('ui.form.message.previewRequest'));
    await request.fill('N2611150099999');
    await request.press('Enter');
    await visit.page.getByText(visit.t('ui.form.message.previewMissing')).waitFor();
    assertNoFaults(visit, /404/);
    const admin = await openAs(product, { path });
    const { t } = admin;
    await field(admin, 'messageFormat').fill('Hello');
    await drawer(admin)
      .getByRole('button', { name: t('ui.form.message.reset') })
      .click();
    await admin.page.waitForFunction(() =>
      document.querySelector('[data-field=messageFormat]').value.includes('{{ txnRefNo }}'),
    );
    await assertAccessible(admin, 'message reset');
    assertNoFaults(admin);
  });
});

test.describe('Rule Code Details', () => {
  test('a rule is tried on a text', async () => {
    const visit = await openAs(product, { path: '/admin/rule-code-detail?open=edit&key=AADHAAR*2' });
    const { page, t } = visit;
    const sample = page.getByLabel(t('ui.form.rule.sample'));
    await sample.fill('Unique Identification Authority of India. Aadhaar number 2345 6789 0124');
    await page.getByText(t('message.EnTxn0044')).waitFor();
    await assertAccessible(visit, 'rule tester');
    await sample.fill('Aadhaar number 2345 6789 0125');
    await page.getByText(t('message.EnTxn0055')).waitFor();
    assertNoFaults(visit);
  });
});

test.describe('access grids', () => {
  const box = ({ page }, name) => page.getByRole('checkbox', { name, exact: true });

  test('a role’s row and column are switched by keys and saved', async () => {
    const visit = await openAs(product, { path: '/sms/role-screen-action-mapping?role=CLERK' });
    const { page, t } = visit;
    const row = t('ui.form.matrix.row', { name: t('screen.SD-ADM-013') });
    const copy = t('option.actionCode.copy');
    await box(visit, row).waitFor();
    await assertAccessible(visit, 'role grid');
    assert.equal(await box(visit, row).isChecked(), false);
    await press(box(visit, row), 'Space');
    assert.equal(await box(visit, row).isChecked(), true);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const focused = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
    assert.match(focused, new RegExp(t('screen.SD-ADM-013')));
    const column = t('ui.form.matrix.column', { name: copy });
    await press(box(visit, column), 'Space');
    assert.equal(await box(visit, `${copy}, ${t('screen.SD-ADM-001')}`).isChecked(), true);
    await press(button(visit, 'ui.form.saveBar.save'), 'Enter');
    await toast(visit, 'EnTxn0019').first().waitFor();
    await page.reload();
    await box(visit, row).waitFor();
    assert.equal(await box(visit, row).isChecked(), true);
    assert.equal(await box(visit, column).isChecked(), true);
    assertNoFaults(visit);
  });

  test('a user is given a branch', async () => {
    const visit = await openAs(product, { path: '/sms/user-branch' });
    const { page } = visit;
    const cell = page.getByRole('checkbox', { name: /^BR102, VIEWER$/ });
    await cell.waitFor();
    const before = await cell.isChecked();
    await assertAccessible(visit, 'branch grid');
    await press(cell, 'Space');
    await press(button(visit, 'ui.form.saveBar.save'), 'Enter');
    await toast(visit, 'EnTxn0019').first().waitFor();
    await page.reload();
    await cell.waitFor();
    assert.equal(await cell.isChecked(), !before);
    assertNoFaults(visit);
  });
});

test.describe('Email Configuration', () => {
  test('the one record is changed in place, and its secret stays unseen', async () => {
    const visit = await openReady('/admin/email-configuration');
    const { page } = visit;
    await field(visit, 'fromName').fill('A journey');
    await saveChanges(visit);
    await toast(visit, 'EnTxn0019').first().waitFor();
    await page.reload();
    await field(visit, 'fromName').waitFor();
    assert.equal(await field(visit, 'fromName').inputValue(), 'A journey');
    assert.equal(await field(visit, 'password').inputValue(), '');
    await assertAccessible(visit, 'email configuration');
    assertNoFaults(visit);
  });
});

test.describe('a day', () => {
  test('is typed in any usual way, or picked from the calendar', async () => {
    const visit = await openAs(product, { path: '/sms/user-master?open=edit&key=VIEWER' });
    const { page, t } = visit;
    const day = field(visit, 'expiryDate');
    await day.fill('5/3/2034');
    await day.press('Tab');
    assert.equal(await day.inputValue(), '5 Mar 2034');
    const label = t('field.usermaster.expiryDate');
    await press(page.getByRole('button', { name: t('ui.master.calendar', { label }) }), 'Enter');
    await page.getByRole('button', { name: '17 March 2034' }).waitFor();
    await assertAccessible(visit, 'calendar');
    await page.getByRole('button', { name: '17 March 2034' }).click();
    assert.equal(await day.inputValue(), '17 Mar 2034');
    await submit(visit, 'ui.master.saveChanges');
    await saved(visit, 'EnTxn0019');
    assertNoFaults(visit);
  });
});

test.describe('logs', () => {
  test('what was done is found in the log, with its details', async () => {
    const visit = await openReady('/admin/customer-type');
    const { page, t } = visit;
    await openNew(visit, 'customertypedefinition');
    await field(visit, 'customerTypeCode').fill('LOGGED');
    await field(visit, 'customerTypeDesc').fill('Seen in the log');
    await submit(visit);
    await saved(visit, 'EnTxn0021');
    await page.goto('/sms/user-action-log');
    await settled(visit);
    const entry = page.locator('main tbody tr').filter({ hasText: 'LOGGED' });
    await entry.first().click();
    await page.getByText('Seen in the log').first().waitFor();
    await page.getByText(t('field.customertypedefinition.customerTypeDesc')).first().waitFor();
    await assertAccessible(visit, 'log details');
    assertNoFaults(visit);
  });
});
