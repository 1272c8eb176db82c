import { entities } from './api.js';
import { codeFor } from './mailbox.js';
import { picture } from './picture.js';
import { openPage } from './product.js';
import { wordsOf } from './words.js';

/** Customer actions in the portal, in both languages and on both devices. */

/** A portal window with a customer logged in by code. `look` is called at each step of the login. */
export async function logInCustomer(product, { entity, language, device, person }, look = async () => {}) {
  const first = await openPage(product, { device, path: '/provider/login', alone: true });
  const { page } = first;
  if (language !== 'en') {
    await page.evaluate((tag) => sessionStorage.setItem('NLS', tag), language);
    await page.reload();
  }
  const visit = { ...first, entity, language, t: wordsOf(language, entities[entity].entityType) };
  await page.locator(`select[name=entityCode] option[value=${entity}]`).waitFor({ state: 'attached' });
  await page.locator('select[name=entityCode]').selectOption(entity);
  await look(visit, 'portal-login');
  await page.locator('input[name=userId]').fill(person.emailAddress);
  const since = new Date();
  await page.getByRole('button', { name: visit.t('ui.provider.sendCode'), exact: true }).click();
  await page.locator('input[name=otp]').waitFor();
  await look(visit, 'portal-code');
  await page.locator('input[name=otp]').fill(await codeFor(product.origin, person.emailAddress, since));
  await page.getByRole('heading', { level: 1, name: visit.t('screen.providerRequests'), exact: true }).waitFor();
  return visit;
}

export const uploadHeading = ({ page, t }) =>
  page.getByRole('heading', { level: 1, name: t('screen.providerUpload'), exact: true });

/** One document card, by title. */
export const card = ({ page }, title) =>
  page.locator('[data-document]').filter({ has: page.getByRole('heading', { level: 3, name: title }) });

/** From My Requests into one request. */
export async function openRequest(visit, txnRefNo) {
  const { page } = visit;
  await page.goto('/provider/requests');
  await page.locator(`a[href="/provider/requests/${txnRefNo}"]`).click();
  await uploadHeading(visit).waitFor();
  await page.locator('[data-document]').first().waitFor();
}

export async function openCard(visit, title) {
  const head = card(visit, title).getByRole('button', { name: title }).first();
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
}

/** Chooses a picture for a document and waits until it is staged. */
export async function stage(visit, title, fileName, buffer = picture(640, 400)) {
  await openCard(visit, title);
  const input = card(visit, title).locator('input[type=file]').first();
  await input.setInputFiles({ name: fileName, mimeType: 'image/png', buffer });
  await card(visit, title)
    .getByRole('button', { name: visit.t('ui.upload.remove', { name: fileName }) })
    .waitFor();
}

/** The name in the portal's header. */
export const entityName = (entity) => ({ NGB: 'Northgate Bank', KALVI: 'Kalvi Overseas' })[entity];

/** Submits the staged documents, reads the receipt and returns to the request. */
export async function submit({ page, t, entity }, count, all, look = async () => {}) {
  await page.getByRole('button', { name: t('ui.upload.submitOf', { ready: count, all }), exact: true }).click();
  await page.getByText(t('ui.provider.thanks', { count, entity: entityName(entity) })).waitFor();
  await page.getByRole('heading', { level: 1, name: t('ui.provider.receipt.title'), exact: true }).waitFor();
  await look();
  const isPartly = (await page.getByText(t('ui.provider.receipt.close')).count()) === 0;
  const onward = t(isPartly ? 'ui.provider.receipt.rest' : 'ui.provider.receipt.back');
  await page.getByRole('button', { name: onward, exact: true }).click();
}
