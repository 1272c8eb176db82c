import { button, chooseInRow, drawer, field, fill, goInside, openNew, rows, settled } from '../lib/master.js';
import { paper } from '../lib/paper.js';
import { picture } from '../lib/picture.js';
import { screens } from '../lib/screens.js';
import { quiet } from './quiet.js';

/** The administrator's screens and their states: a name, a path, and the steps to get there. */
const industries = '/admin/industry-master';
const form = async (visit) => {
  await drawer(visit).locator('[data-field]').first().waitFor();
  await quiet(visit);
};

const opened = (name, path, key) => ({ name, path: `${path}?open=edit&key=${encodeURIComponent(key)}`, act: form });

/** Record keys differ between the two entities; missing ones are skipped. */
const keys = {
  NGB: { branch: 'BR101', template: 'HOMELOAN', user: 'ADMIN', industry: 'HEALTH' },
  KALVI: { branch: 'CHN01', template: 'FOUNDADM', user: 'ADMIN', industry: 'HEALTH' },
};

const pages = [
  { name: 'home', path: '/auth/home' },
  { name: 'home-banker', path: '/auth/home', user: 'BANKER1' },
  { name: 'home-checker', path: '/auth/home', user: 'CHECKER1' },
  { name: 'profile', path: '/auth/profile' },
  { name: 'settings', path: '/auth/settings' },
  { name: 'contact', path: '/auth/contact' },
  { name: 'not-found', path: '/admin/nowhere' },
];

const plain = screens.map(({ code, path }) => ({ name: code, path, act: settled }));

/** Phones have no checkboxes in rows. */
const forDesks = ['selected'];

/** The tours of one variant. Lists share one window; a state left open must not appear in the next screenshot. */
export const masterTours = (entity, device) =>
  [
    ...pages,
    ...plain.map((tour) => ({ ...tour, isPlain: true })),
    ...statesOf(entity).filter(({ name }) => device !== 'phone' || !forDesks.includes(name)),
  ].map((tour) => ({ user: 'ADMIN', ...tour }));

const statesOf = (entity) => [
  opened('form-template', '/admin/template-definition', keys[entity].template),
  opened('form-message', '/admin/email-sms-template', 'Email*AccountCreated*en'),
  opened('form-user', '/sms/user-master', keys[entity].user),
  { name: 'form-new-user', path: '/sms/user-master?open=new', act: form },
  { name: 'form-new-branch', path: '/admin/branch-master?open=new', act: form },
  { name: 'form-errors', path: `${industries}?open=new`, act: showErrors },
  { name: 'popup', path: `${industries}?open=new`, act: showPopup },
  { name: 'delete', path: industries, act: showDelete },
  { name: 'discard', path: `${industries}?open=new`, act: showDiscard },
  { name: 'row-menu', path: industries, act: showMenu },
  { name: 'selected', path: industries, act: showSelected },
  { name: 'history', path: industries, act: (visit) => fromMenu(visit, 'ui.master.history.title') },
  { name: 'import', path: industries, act: showImport },
  { name: 'filters', path: '/admin/branch-master', act: showFilters },
  { name: 'search-screens', path: industries, act: showSearch },
  { name: 'nothing-found', path: `${industries}?q=nothing-of-that-name` },
  { name: 'list-failed', path: '/admin/title-code', act: showFailedList },
  { name: 'cropper', path: '/admin/entity-master', act: showCropper },
  { name: 'rule-workbench', path: '/admin/rule-code-detail?workbench=PAN', user: 'VIEWER', walk: showWorkbench },
  { name: 'rule-samples', path: '/admin/rule-code-detail?workbench=PAN', walk: showSamples },
];

const partOf = async ({ page, t, device }, part) => {
  const name = t(`ui.ruleWorkbench.part.${part}`);
  if (device === 'phone') await page.getByRole('radiogroup').getByText(name, { exact: true }).click();
  return page.getByRole('region', { name, exact: true });
};

/** The published rule, then a document with what it finds on it. */
async function showWorkbench(visit, take) {
  const { page, t, device } = visit;
  await page.getByText(t('ui.ruleWorkbench.unchanged')).waitFor();
  await take('rule-workbench');
  const documents = await partOf(visit, 'documents');
  if (device === 'phone') await take('rule-workbench-documents');
  await documents.getByRole('button').first().click();
  await page.locator('[data-mark]').first().waitFor();
  if (device === 'phone') await take('rule-workbench-page');
}

/** A sample, and a stricter draft tried on it. */
async function showSamples(visit, take) {
  const { page, t, device } = visit;
  await page.getByText(t('ui.ruleWorkbench.unchanged')).waitFor();
  const documents = await partOf(visit, 'documents');
  const buffer = paper('INCOME TAX DEPARTMENT', ['Number ABCPK1234F', 'Permanent Account Number'], 1);
  const file = { name: 'specimen-pan-card.pdf', mimeType: 'application/pdf', buffer };
  await documents.locator('input[type=file]').setInputFiles(file);
  await documents.getByText(t('ui.ruleWorkbench.verdict.Pass')).first().waitFor();
  await take('rule-samples');
  await partOf(visit, 'rule');
  await field(visit, 'characterMask').first().fill('AAAAA99999');
  await partOf(visit, 'documents');
  await page.getByText(t('ui.ruleWorkbench.changed')).first().waitFor();
  await take('rule-samples-draft');
  await documents
    .getByRole('button', { name: new RegExp(`^${file.name}`) })
    .first()
    .click();
  if (device === 'phone') await take('rule-samples-findings');
}

async function showErrors(visit) {
  await form(visit);
  await drawer(visit).getByRole('button').last().click();
  await drawer(visit).locator('.mantine-InputWrapper-error').first().waitFor();
}

async function showPopup(visit) {
  await form(visit);
  await visit.page.route('**/industrymaster@**', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await fill(visit, { industryCode: 'POPUP', industryDesc: 'Popup' });
  await drawer(visit).getByRole('button').last().click();
  await visit.page.getByRole('dialog', { name: visit.t('ui.feedback.popup.Failed') }).waitFor();
  await visit.page.unroute('**/industrymaster@**');
}

async function fromMenu(visit, key) {
  await settled(visit);
  const [name] = (await rows(visit).first().getByRole('link').first().textContent()).split('\n');
  await chooseInRow(visit, name, key);
  await drawer(visit).first().waitFor();
  await quiet(visit);
}

const showDelete = (visit) => fromMenu(visit, 'ui.common.delete');

async function showDiscard(visit) {
  await form(visit);
  await fill(visit, { industryCode: 'DIRTY' });
  await visit.page.keyboard.press('Escape');
  await visit.page.getByRole('dialog', { name: visit.t('ui.feedback.confirm.discard.title') }).waitFor();
}

async function showMenu(visit) {
  await settled(visit);
  await rows(visit).nth(1).getByRole('button').last().click();
  await visit.page.getByRole('menu').waitFor();
}

async function showSelected(visit) {
  await settled(visit);
  for (const at of [1, 2]) await visit.page.locator('main').getByRole('checkbox').nth(at).check();
}

async function showImport(visit) {
  await settled(visit);
  const isShown = await button(visit, 'ui.common.import').isVisible();
  if (!isShown) return openNew(visit, 'industrymaster');
  await button(visit, 'ui.common.import').click();
  await drawer(visit).waitFor();
}

async function showFilters(visit) {
  await settled(visit);
  await visit.page
    .getByRole('button', { name: new RegExp(`^${visit.t('ui.master.filters')}`) })
    .first()
    .click();
  await visit.page.getByRole('dialog').waitFor();
  await quiet(visit);
}

async function showSearch(visit) {
  await settled(visit);
  await visit.page.keyboard.press('Control+k');
  await visit.page.getByPlaceholder(visit.t('ui.shell.searchScreens')).waitFor();
}

async function showFailedList(visit) {
  await visit.page.route('**/entity/documentdefinition@**', (route) => route.fulfill({ status: 500, json: {} }));
  await goInside(visit, '/admin/title-code?sort=-documentCode');
  await visit.page.getByText(visit.t('message.networkIssue')).first().waitFor();
  await visit.page.unroute('**/entity/documentdefinition@**');
}

async function showCropper(visit) {
  await settled(visit);
  await field(visit, 'logo').first().waitFor();
  await visit.page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture(640, 400) });
  await visit.page.locator('.ReactCrop__crop-selection').waitFor();
}
