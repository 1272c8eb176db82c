import { codeField, type Definition, type Field, isListed } from './definition';
import { isLong } from './sections';
import { isCompanion } from './validate';

/** More than these do not fit beside each other on a desk. */
const AT_FIRST = 7;
const RARELY_READ = /^(address\d|postalCode|secondName|preferredName)$/;

/** All columns a list can show, the code first, its label next, the status last. */
export function allColumns(definition: Definition): Field[] {
  const fields = definition.fields.filter((field) => isListed(field) && !isCompanion(definition, field));
  const code = codeField(definition);
  const rank = (field: Field) => {
    if (field === code) return 0;
    if (field.name === definition.label) return 1;
    if (field.key) return 2;
    return field.name === 'status' ? 4 : 3;
  };
  return fields.toSorted((left, right) => rank(left) - rank(right));
}

/** The columns before anybody chose: what is required first, never the long texts. */
export function firstColumns(definition: Definition): string[] {
  const all = allColumns(definition);
  const code = codeField(definition);
  const fixed = (field: Field) =>
    field === code || field.key || field.name === definition.label || field.name === 'status';
  const rest = all.filter(
    (field) => !fixed(field) && !isLong(field) && field.type !== 'theme' && !RARELY_READ.test(field.name),
  );
  const chosen = new Set(all.filter(fixed).map((field) => field.name));
  for (const field of rest.toSorted((left, right) => Number(right.required) - Number(left.required))) {
    if (chosen.size < AT_FIRST) chosen.add(field.name);
  }
  return all.filter((field) => chosen.has(field.name)).map((field) => field.name);
}

/** What was kept, as far as the definition still knows it. */
export function shownColumns(definition: Definition, kept: string[] | null): Field[] {
  const names = kept && kept.length > 0 ? kept : firstColumns(definition);
  const code = codeField(definition)?.name;
  return allColumns(definition).filter((field) => names.includes(field.name) || field.name === code);
}
