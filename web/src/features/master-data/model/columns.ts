import { codeField, type Definition, type Field, isListed } from './definition';
import { isLong } from './sections';
import { isCompanion } from './validate';

/** What fits side by side on a desktop, in pixels. */
const ROOM = 980;
const FEW = 3;
const SHORT = 60;
const LETTER = 7;
const PADDING = 24;
const RARELY_READ = /^(address\d|postalCode|secondName|preferredName|ruleMode|rejectReason|.*Ta)$/;

/** All columns of a list: code first, then label, status last. */
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

type LabelOf = (field: Field) => string;

/** Estimated width of a column, good enough to leave out what would not fit. */
function likelyWidth(field: Field, label: string): number {
  return Math.max(likelyContent(field), label.length * LETTER + PADDING);
}

function likelyContent(field: Field): number {
  if (field.reference || field.type === 'email' || field.type === 'url') return 190;
  if (field.type === 'enum') return (field.options?.length ?? 0) <= FEW ? 115 : 230;
  if (field.type === 'text') return field.max <= SHORT ? 120 : 180;
  return field.type === 'code' ? 110 : 130;
}

/** Default columns: required ones first, never long texts, and no more than fit. */
export function firstColumns(definition: Definition, labelOf: LabelOf = () => ''): string[] {
  const all = allColumns(definition);
  const widthOf = (field: Field) => likelyWidth(field, labelOf(field));
  const isFixed = (field: Field) => field.key || field.name === definition.label || field.name === 'status';
  const isWanted = (field: Field) => !isLong(field) && !RARELY_READ.test(field.name);
  const rest = all.filter((field) => !isFixed(field) && isWanted(field));
  const chosen = new Set(all.filter(isFixed));
  let room = ROOM - [...chosen].reduce((sum, field) => sum + widthOf(field), 0);
  for (const field of rest.toSorted((left, right) => Number(right.required) - Number(left.required))) {
    room -= widthOf(field);
    if (room >= 0) chosen.add(field);
  }
  return all.filter((field) => chosen.has(field)).map((field) => field.name);
}

/** The stored choice, limited to columns the definition still has. */
export function shownColumns(definition: Definition, kept: string[] | null, labelOf?: LabelOf): Field[] {
  const names = kept && kept.length > 0 ? kept : firstColumns(definition, labelOf);
  const code = codeField(definition)?.name;
  return allColumns(definition).filter((field) => names.includes(field.name) || field.name === code);
}

/** The quick filter field: the status, or a choice with two or three options. */
export function quickFilter(definition: Definition): Field | null {
  const status = definition.fields.find((field) => field.name === 'status');
  const few = (field: Field) =>
    field.type === 'enum' && (field.options?.length ?? 0) <= FEW && !RARELY_READ.test(field.name);
  return status ?? definition.fields.find(few) ?? definition.fields.find((field) => field.type === 'bool') ?? null;
}

/** The columns a menu can filter by. Texts are left to the search, which also finds substrings. */
export function menuFilters(definition: Definition): Field[] {
  const quick = quickFilter(definition);
  return definition.fields.filter((field) => {
    const wanted = field.chosen || field.type === 'code' || field.type === 'int';
    return wanted && field !== quick && isListed(field) && !isLong(field) && !isCompanion(definition, field);
  });
}
