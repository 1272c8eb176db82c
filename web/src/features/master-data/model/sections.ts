import { type Definition, type Field, type FieldType, isSecret } from './definition';

type SectionName = 'identity' | 'contact' | 'settings' | 'appearance' | 'security';

export interface Section {
  name: SectionName;
  fields: Field[];
}

const ORDER: SectionName[] = ['identity', 'contact', 'settings', 'appearance', 'security'];
/** Fewer fields than this need no headings. */
const WORTH_HEADINGS = 6;
const PLACE = /^(address\d|city|postalCode)$/;

function sectionOf(definition: Definition, field: Field): SectionName {
  if (field.key || field.name === definition.label) return 'identity';
  if (isSecret(field)) return 'security';
  if (field.type === 'image' || field.type === 'theme') return 'appearance';
  if (field.type === 'email' || field.type === 'mobile' || field.type === 'state') return 'contact';
  if (PLACE.test(field.name)) return 'contact';
  return field.reference || field.type === 'text' || field.type === 'code' ? 'identity' : 'settings';
}

/** The form in titled sections; a short form is one section. */
export function sectionsOf(definition: Definition): Section[] {
  const fields = parentsFirst(definition.fields);
  if (fields.length < WORTH_HEADINGS) return [{ name: 'identity', fields }];
  const parts = ORDER.map((name) => ({
    name,
    fields: fields.filter((field) => sectionOf(definition, field) === name),
  }));
  return parts.filter((part) => part.fields.length > 0);
}

/** A branch is chosen within a tenant, so the tenant comes first. */
export function parentsFirst(fields: Field[]): Field[] {
  const placed: Field[] = [];
  const place = (field: Field) => {
    if (placed.includes(field)) return;
    for (const name of parentsOf(field)) {
      const parent = fields.find((other) => other.name === name);
      if (parent && !parentsOf(parent).includes(field.name)) place(parent);
    }
    placed.push(field);
  };
  fields.forEach(place);
  return placed;
}

/** The fields a reference depends on, besides itself. */
export function parentsOf(field: Field): string[] {
  return (field.reference?.pairs ?? []).map(([own]) => own).filter((own) => own !== field.name);
}

const LONG = 150;

export function isLong(field: Field): boolean {
  return field.type === 'theme' || (field.max > LONG && (field.type === 'text' || field.type === 'secret'));
}

/** Short values, which would look lost on a full line. */
const SMALL: ReadonlySet<FieldType> = new Set(['int', 'enum', 'date']);

/** Fields that take the full width: long texts, and any that would be alone in its row. */
export function wideFields(fields: Field[]): Set<string> {
  const wide = new Set<string>();
  let taken = 0;
  fields.forEach((field, at) => {
    const next = fields[at + 1];
    const alone = taken % 2 === 0 && (!next || isLong(next));
    if (isLong(field) || field.type === 'image' || (alone && !SMALL.has(field.type))) {
      wide.add(field.name);
      taken = 0;
    } else {
      taken += 1;
    }
  });
  return wide;
}
