import { useMemo } from 'react';
import type { Definition } from '@/lib/definitions';
import { useTranslation } from '@/lib/wording';
import type { Value } from '../model/message';
import { useFormats } from '../words';

const isPicture = (text: string) => text.startsWith('data:image/');
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** A readable value: yes or no, the option's text, a date. Works without a definition too. */
export function useValueText(definition: Definition | undefined) {
  const { t } = useTranslation();
  const { day } = useFormats();
  return useMemo(
    () =>
      (field: string, value: Value): string => {
        if (value === null || value === '') return t('ui.logs.blank');
        if (typeof value === 'boolean') return t(value ? 'option.yes' : 'option.no');
        if (typeof value === 'object') return JSON.stringify(value);
        const text = String(value);
        if (isPicture(text)) return t('ui.logs.picture');
        const type = definition?.fields.find(({ name }) => name === field)?.type;
        if (type === 'enum' || !type) {
          const option = t(`option.${field}.${text}`, { defaultValue: text });
          if (option !== text) return option;
        }
        return isDay(text) ? day(text) : text;
      },
    [t, day, definition],
  );
}
