import { type Definition, type Field, isListed } from './definition';
import { isLong } from './sections';
import { isCompanion } from './validate';

const FEW = 3;

/** The quick filter field: the status, or a choice with two or three options. */
export function quickFilter(definition: Definition): Field | null {
  const status = definition.fields.find((field) => field.name === 'status');
  const few = (field: Field) => field.type === 'enum' && (field.options?.length ?? 0) <= FEW;
  return (
    status ?? definition.fields.find(few) ?? definition.fields.find((field) => field.type === 'bool') ?? null
  );
}

/** The columns a menu can filter by. Texts are left to the search, which also finds substrings. */
export function menuFilters(definition: Definition): Field[] {
  const quick = quickFilter(definition);
  return definition.fields.filter((field) => {
    const wanted = field.chosen || field.type === 'code' || field.type === 'int';
    return wanted && field !== quick && isListed(field) && !isLong(field) && !isCompanion(definition, field);
  });
}
