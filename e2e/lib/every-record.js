import { test } from '@playwright/test';
import { call } from './api.js';
import { assertAccessible } from './axe.js';
import { assertNoFaults } from './faults.js';
import { fillRecord } from './fill-record.js';
import { hasForm, madeUp } from './made-up.js';
import { confirm, drawer, goInside, heading, openNew, rows, saved, search, settled, submit } from './master.js';
import { loginOf, openAs } from './product.js';
import { screens } from './screens.js';
import { variants } from './variants.js';

/**
 * One master per kind of form: tenant-owned, dependent code, numbers, mapping of choices, dates between users, secret, long text,
 * user with a password, mapping without other fields. The API laws prove the same for every resource.
 */
const kinds = /ADM-001|ADM-003|ADM-005|ADM-008|ADM-014|ADM-020|ADM-022|SMS-002|SMS-003/;
const masters = screens.filter(({ code }) => kinds.test(code));

const keyOf = ({ key }, record) => key.map((name) => record[name] ?? '').join('*');

const rowOf = (visit, key) => {
  const { search: query } = new URL(`http://x/?${new URLSearchParams({ key })}`);
  return rows(visit).filter({ has: visit.page.locator(`a[href*="${query.slice(1)}"]`) });
};

async function inMenu(visit, key, item) {
  await rowOf(visit, key).getByRole('button').last().click();
  await visit.page.getByRole('menuitem', { name: visit.t(item), exact: true }).click();
}

/** By its code if it has one; choices are stored as hidden values, so filter by those. */
async function look(visit, { key, fields }, record) {
  const isKey = ({ name }) => key.includes(name);
  const code = fields.filter((each) => isKey(each) && each.type === 'code').at(-1);
  if (code) await search(visit, String(record[code.name]));
  else await narrow(visit, Object.fromEntries(fields.filter(isKey).map(({ name }) => [name, record[name]])));
  await rowOf(visit, keyOf({ key }, record)).waitFor();
}

async function narrow(visit, values) {
  const filters = Object.entries(values).map(([name, value]) => [`f.${name}`, value]);
  await goInside(visit, `${new URL(visit.page.url()).pathname}?${new URLSearchParams(filters)}`);
  await settled(visit);
}

/** A field that can be changed, and its new value. A record with only key fields has none. */
function changeOf({ resource, key, fields, label }, record) {
  const isFree = ({ name }) => !key.includes(name) && name in record && !hasForm(resource, name);
  const isText = (field) => field.type === 'text' && isFree(field);
  const text = fields.find((each) => each.name === label && isText(each)) ?? fields.find(isText);
  if (text) return { [text.name]: `${record[text.name]}, changed`.slice(0, text.max) };
  const choice = fields.find((each) => each.type === 'enum' && isFree(each) && each.options.length > 1);
  if (choice) return { [choice.name]: choice.options.find((each) => each !== record[choice.name]) };
  const number = fields.find((each) => each.type === 'int' && isFree(each));
  return number && { [number.name]: '8' };
}

/** A new user gets the default branch, and a user with a branch cannot be deleted. */
async function clearBranches({ page }) {
  const branches = page.locator('[data-field=branches]');
  if (!(await branches.count())) return;
  await branches.press('Backspace');
  await page.keyboard.press('Tab');
}

async function live(visit, definition, [record, copy]) {
  const { resource } = definition;
  await settled(visit);
  await openNew(visit, resource);
  await drawer(visit).locator('[data-field]').first().waitFor();
  await assertAccessible(visit, `${resource} new`);
  await fillRecord(visit, definition, record);
  await clearBranches(visit);
  await submit(visit);
  await saved(visit, 'EnTxn0021');
  await look(visit, definition, record);

  const change = changeOf(definition, record);
  await rowOf(visit, keyOf(definition, record)).getByRole('link').first().click();
  await drawer(visit).locator('[data-field]').first().waitFor();
  if (change) {
    await fillRecord(visit, definition, change);
    await submit(visit, 'ui.master.saveChanges');
    await saved(visit, 'EnTxn0019');
  } else {
    await visit.page.keyboard.press('Escape');
    await drawer(visit).waitFor({ state: 'detached' });
  }

  await inMenu(visit, keyOf(definition, record), 'ui.common.copy');
  await drawer(visit).locator('[data-field]').first().waitFor();
  await fillRecord(visit, definition, ownOf(definition, copy));
  await clearBranches(visit);
  await submit(visit);
  await saved(visit, 'EnTxn0021');

  for (const each of [copy, record]) {
    await look(visit, definition, each);
    await inMenu(visit, keyOf(definition, each), 'ui.common.delete');
    await confirm(visit, 'delete');
    await saved(visit, 'EnTxn0020');
    await rowOf(visit, keyOf(definition, each)).waitFor({ state: 'detached' });
  }
  assertNoFaults(visit);
}

/** What a copy cannot take over: its key, unique values, and hidden ones. */
const ownOf = ({ key, fields }, record) =>
  Object.fromEntries(
    fields
      .filter(({ name, unique, type }) => key.includes(name) || unique || type === 'secret' || type === 'password')
      .map(({ name }) => [name, record[name]]),
  );

/** One master from creating to deleting records, in a window of a logged-in user. */
async function walkMaster(visit, { code, path }) {
  const { product, entity } = visit;
  const login = await loginOf(product, entity, 'ADMIN');
  const { content } = await call(product.origin, login, { area: 'app', resource: 'definition' });
  const { resource } = login.auth.screens.find((each) => each.screenCode === code);
  const definition = content.find((each) => each.resource === resource);
  const records = await madeUp(product.origin, login, definition, 2);
  await goInside(visit, `${path}?size=100`);
  await heading(visit, visit.t(`screen.${code}`)).waitFor();
  await live(visit, definition, records);
}

/** The masters of an entity, one window per variant. */
export function walkRecords(product, entity) {
  for (const [place, variant] of variants.entries()) {
    if (variant.entity !== entity) continue;
    test(`a record is made, found, changed, copied and deleted: ${variant.language} ${variant.device}`, async () => {
      const visit = await openAs(product, variant);
      for (const master of masters.filter((_, index) => index % variants.length === place)) {
        await test.step(`${master.code} ${master.path}`, () => walkMaster(visit, master));
      }
    });
  }
}
