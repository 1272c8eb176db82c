import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import type { Field, MasterRecord, Value } from './model/definition';

export const labelText = (t: TFunction, resource: string, field: string): string =>
  t([`field.${resource}.${field}`, `field.common.${field}`]);

/** What a field is for, where its label does not say enough. */
export const hintText = (t: TFunction, resource: string, field: string): string | undefined =>
  t(`ui.master.hint.${resource}.${field}`, { defaultValue: '' }) || undefined;

export const optionText = (t: TFunction, field: string, value: string): string =>
  t(`option.${field}.${value}`, { defaultValue: value });

export type Display = (field: Field, record: MasterRecord) => string;

/** A readable value: yes or no, the option's text, the label of a reference. */
export function useDisplay(labelOf: (field: Field, record: MasterRecord) => string): Display {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(
    () => (field, record) => {
      const value = record[field.name];
      if (value === null || value === undefined || value === '') return '';
      if (field.reference || field.type === 'state') {
        return referenceText(field, String(value), labelOf(field, record));
      }
      return plainText(t, formats.date, field, value);
    },
    [t, formats, labelOf],
  );
}

/** People are identified by id with their name beside it; everything else by name. */
function referenceText(field: Field, code: string, label: string): string {
  if (label === '' || label === code) return code;
  return /id$/i.test(field.name) ? `${code} · ${label}` : label;
}

function plainText(t: TFunction, date: (text: string) => string, field: Field, value: Exclude<Value, null>) {
  if (field.type === 'bool') return t(value === true ? 'option.yes' : 'option.no');
  if (field.type === 'enum') return optionText(t, field.name, String(value));
  return field.type === 'date' ? date(String(value)) : String(value);
}
