import type { Definition } from '../model/definition';
import { isCompanion } from '../model/validate';

/** The header line of an import file; pictures cannot be imported. */
export function templateOf(definition: Definition): string {
  const fields = definition.fields.filter(
    (field) => field.type !== 'image' && !isCompanion(definition, field),
  );
  return `${fields.map((field) => field.name).join(',')}\r\n`;
}

export function saveText(text: string, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
