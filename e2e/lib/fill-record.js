import { field } from './master.js';

/** Fills a form by the definition's types, independent of its inputs. */
export async function fillRecord(visit, definition, values) {
  // A new user is invited, unless a password is given.
  const byPassword = visit.page.getByText(visit.t('ui.form.user.byPassword'), { exact: true });
  if (values.password && (await byPassword.count())) await byPassword.click();
  const isBefore = (one, other) => pairsOf(one) - pairsOf(other);
  const fields = definition.fields.filter(({ name }) => values[name] !== undefined).sort(isBefore);
  for (const each of fields) await fillField(visit, each, values[each.name]);
}

const pairsOf = ({ reference }) => reference?.pairs.length ?? 0;

async function fillField(visit, { name, type, reference }, value) {
  const input = field(visit, name).first();
  const tag = await input.evaluate((element) => element.tagName);
  if (reference) return pick(visit, input, value, new RegExp(`(^|· )${literal(value)}$`));
  if (type !== 'enum') return (tag === 'DIV' ? input.locator('input').first() : input).fill(value);
  const label = optionOf(visit, name, value);
  if (tag === 'DIV') await input.getByText(label, { exact: true }).click();
  else await pick(visit, input, '', new RegExp(`^${literal(label)}$`));
}

const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function optionOf({ t }, name, value) {
  try {
    return t(`option.${name}.${value}`);
  } catch {
    return value;
  }
}

async function pick({ page }, input, typed, name) {
  await input.click();
  if (typed) await input.fill(typed);
  await page.getByRole('option', { name }).first().click();
}
