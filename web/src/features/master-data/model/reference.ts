import { type Definition, type Field, type MasterRecord, textOf } from './definition';

/** The field and key field the reference chooses; the pairs before it only narrow the choice. */
export function chosenPair(field: Field): [own: string, key: string] {
  const pairs = field.reference?.pairs ?? [];
  return pairs.find(([own]) => own === field.name) ?? [field.name, field.name];
}

type Values = { [name: string]: unknown };

/** Whether an option matches the other fields of the reference. */
export function fits(field: Field, option: MasterRecord, values: Values): boolean {
  const others = (field.reference?.pairs ?? []).filter(([own]) => own !== field.name);
  return others.every(([own, key]) => values[own] === option[key]);
}

/** The option a record refers to. */
export function referred(field: Field, records: MasterRecord[], values: Values): MasterRecord | undefined {
  const [own, key] = chosenPair(field);
  return records.find((record) => record[key] === values[own] && fits(field, record, values));
}

/** Resources whose labels a list needs: those of its columns, and those whose own label is a reference. */
export function labelResources(fields: Field[], definitions: Definition[]): string[] {
  const direct = fields.flatMap((field) => field.reference?.resource ?? []);
  const nested = direct.flatMap((resource) => labelField(definitions, resource)?.reference?.resource ?? []);
  return [...new Set([...direct, ...nested])];
}

export function labelField(definitions: Definition[], resource: string): Field | undefined {
  const definition = definitions.find((each) => each.resource === resource);
  return definition?.fields.find((field) => field.name === definition.label);
}

/** The label of an option; a label that is itself a code is resolved once. */
export function optionLabel(
  option: MasterRecord,
  resource: string,
  definitions: Definition[],
  recordsOf: (resource: string) => MasterRecord[],
): string {
  const field = labelField(definitions, resource);
  if (!field) return '';
  const next = field.reference && referred(field, recordsOf(field.reference.resource), option);
  const nextLabel = next && definitions.find((each) => each.resource === field.reference?.resource)?.label;
  return textOf(next && nextLabel ? next[nextLabel] : option[field.name]);
}
