import { useCallback } from 'react';
import { isDate } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';

/** The readable parts of an event's details. */
const known = [
  'verdict',
  'reasonCode',
  'reason',
  'remark',
  'text',
  'level',
  'versionNo',
  'fileName',
  'documents',
  'expiresOn',
  'documentDueDate',
  'dueOn',
  'toUserId',
  'granted',
  'party',
  'subject',
  'startsAt',
  'fields',
  'added',
  'removed',
  'partiesAdded',
  'partiesRemoved',
];

export function useDetailText() {
  const { t } = useTranslation();
  const { date, moment } = useFormats();
  return useCallback(
    (given: Record<string, unknown> | null): string[] => {
      const more = given?.more;
      const detail = { ...given, ...(typeof more === 'object' ? (more as Record<string, unknown>) : {}) };
      const text = (name: string, value: unknown): string => {
        if (name === 'reasonCode') return t(`reject.${String(value)}`, { defaultValue: String(value) });
        if (name === 'verdict') return t(`ui.requests.verification.verdict.${String(value)}`);
        if (name === 'fields' && Array.isArray(value)) {
          return value
            .map((field) => t(`field.docrequest.${field}`, { defaultValue: String(field) }))
            .join(', ');
        }
        if (Array.isArray(value)) return value.map(String).join(', ');
        if (name === 'startsAt') return moment(String(value));
        return isDate(String(value)) ? date(String(value)) : String(value);
      };
      return known
        .filter((name) => {
          const value = detail[name];
          return (
            value !== undefined &&
            value !== null &&
            value !== '' &&
            (typeof value !== 'object' || Array.isArray(value))
          );
        })
        .map((name) => {
          if (name === 'granted' && !detail.granted) return t('ui.requests.detail.notGranted');
          return t(`ui.requests.detail.${name}`, { value: text(name, detail[name]) });
        });
    },
    [t, date, moment],
  );
}
