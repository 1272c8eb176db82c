import { field } from './master.js';
import { kindIn, typedOf } from './request-kinds.js';

/** Banker actions in the Create Request wizard. */

const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Picks an option by its name. A list that closed while it was still opening is opened once more, as a person would. */
export async function pick({ page }, name, label) {
  const input = field({ page }, name).first();
  const option = page.getByRole('option', { name: new RegExp(`^${literal(label)}`) }).first();
  const open = async () => {
    await input.click();
    if (await input.isEditable()) await input.fill(label);
  };
  await open();
  await option.click({ timeout: 5_000 }).catch(async () => {
    await page.keyboard.press('Escape');
    await open();
    await option.click();
  });
}

/** By the server's field path. */
export const fieldAt = ({ page }, path) => page.locator(`[data-field="${path}"]`);

export const button = ({ page, t }, key) => page.getByRole('button', { name: t(`ui.wizard.${key}`), exact: true });

export const press = ({ page, t }, key) => page.getByRole('button', { name: t(key), exact: true }).click();

export const step = ({ page, t }, name) =>
  page.getByRole('heading', { level: 2, name: t(`ui.wizard.step.${name}`), exact: true }).waitFor();

const lastLook = ({ page, t }) =>
  page.getByRole('heading', { level: 2, name: t('ui.wizard.last.title'), exact: true }).waitFor();

/** The first step: customer and subject. */
export async function fillCustomer(visit, entity, person) {
  const { page, language } = visit;
  const { customerType, ...names } = kindIn(language, entity).names;
  await page.getByRole('radio', { name: customerType, exact: true }).check();
  for (const [name, value] of Object.entries(typedOf(person))) await field(visit, name).first().fill(value);
  // A list of earlier customers may be open under the name.
  await page.keyboard.press('Escape');
  for (const [name, label] of Object.entries(names)) await pick(visit, name, label);
  await pick(visit, 'state', 'Tamil Nadu');
}

/** Goes to the final review, calling `look` at every step; the documents are the proposed ones. */
export async function walk(visit, entity, person, look = async () => {}) {
  const { page } = visit;
  await step(visit, 'customer');
  await fillCustomer(visit, entity, person);
  await look('Customer Details');
  await press(visit, 'ui.wizard.continue');
  await step(visit, 'parties');
  const { firstName, lastName, mobileNumber, emailAddress } = person;
  for (const [name, value] of Object.entries({ firstName, lastName, mobileNumber, emailAddress })) {
    await field(visit, `parties[0].${name}`).fill(value);
  }
  for (const { title } of kindIn(visit.language, entity).required)
    await page.getByText(title, { exact: true }).first().waitFor();
  await look('Party Details');
  await press(visit, 'ui.wizard.continue');
  await step(visit, 'notification');
  await look('Notification Details');
  await press(visit, 'ui.wizard.look');
  await lastLook(visit);
  await page.getByText(emailAddress).first().waitFor();
  await look('Review and send');
}

/** Goes through the steps of a filled-in request; `change` runs on the third. */
export async function walkOn(visit, change = async () => {}) {
  await step(visit, 'customer');
  await press(visit, 'ui.wizard.continue');
  await step(visit, 'parties');
  await press(visit, 'ui.wizard.continue');
  await step(visit, 'notification');
  await change();
  await press(visit, 'ui.wizard.look');
  await lastLook(visit);
}

/** Sends the request; returns its reference. */
export async function send(visit) {
  const { page } = visit;
  await press(visit, 'ui.wizard.send');
  await page.waitForURL((url) => !url.pathname.endsWith('/Create'));
  return /([A-Z]\d{13})/.exec(page.url())[1];
}
