import { call } from '../lib/api.js';
import { loginOf } from '../lib/product.js';
import { kinds, newPerson } from '../lib/request-kinds.js';
import { button, fieldAt, walk } from '../lib/wizard.js';

/** Create Request, step by step. */

const screenCode = { NGB: 'SD-BNK-001', KALVI: 'SD-EDU-001' };

export const wizardTours = (entity) => {
  const at = (name, more) => ({ name, path: kinds[entity].wizard, user: 'BANKER1', ...more });
  return [
    at('wizard', { before: dropDraft, walk: showSteps }),
    at('wizard-import', { before: dropDraft, walk: showImport }),
    at('wizard-draft', { user: 'BANKER2', before: keepDraft, walk: showDraft }),
    { name: 'wizard-viewer', path: kinds[entity].wizard, user: 'VIEWER' },
  ];
};

const draft = async (product, entity, user, operation, body = {}) => {
  const login = await loginOf(product, entity, user);
  const place = { area: 'transaction', service: 'banker', resource: 'docrequest/draft' };
  const screenId = screenCode[entity];
  const options = { ...place, operation, screenId, body: { screenCode: screenId, ...body } };
  return call(product.origin, login, options).catch(() => undefined);
};

const dropDraft = (product, entity) => draft(product, entity, 'BANKER1', 'D');

/** What the wizard itself would have saved. */
const keepDraft = (product, entity) =>
  draft(product, entity, 'BANKER2', 'S', { body: { values: { customer: {}, parties: [] }, step: 0 } });

async function showSteps(visit, take) {
  const { page, entity, language } = visit;
  await fieldAt(visit, 'customerName').waitFor();
  await take('wizard');
  await button(visit, 'continue').click();
  await page.locator('.mantine-InputWrapper-error').first().waitFor();
  await take('wizard-errors');
  await page.reload();
  await fieldAt(visit, 'customerName').waitFor();
  const names = {
    'Customer Details': 'wizard-customer',
    'Party Details': 'wizard-parties',
    'Notification Details': 'wizard-notification',
    'Review and send': 'wizard-last',
  };
  await walk(visit, entity, newPerson(language), async (where) => {
    await page.evaluate(() => {
      document.activeElement?.blur();
      scrollTo(0, 0);
    });
    await take(names[where]);
    if (where !== 'Party Details') return;
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await take('wizard-documents');
  });
}

const columns = 'customerName,customerType,requestCategory,emailAddress,firstName,documents';
const files = { faulty: `${columns}\nMeena Krishnan,INDIVIDUAL,NOWHERE,meena,Meena,AADHAAR\nRavi,,,,,\n` };

async function showImport(visit, take) {
  const { page } = visit;
  await button(visit, 'import').click();
  await page.getByRole('dialog').waitFor();
  await take('wizard-import');
  const file = { name: 'requests.csv', mimeType: 'text/csv', buffer: Buffer.from(files.faulty) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('dialog').locator('table').waitFor();
  await take('wizard-import-faults');
}

async function showDraft({ page, t }, take) {
  const question = page.getByRole('dialog').filter({ hasText: t('ui.feedback.confirm.applyDraft.text') });
  await question.waitFor();
  await take('wizard-draft');
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await take('wizard-draft-offered');
}
