import { requestActionCallLimits } from '@/generated/requests';
import { isDate, today } from '@/lib/days';
import { t } from '@/lib/wording';
import { fieldText } from '../shared/words';

/** The inputs of all actions; the dialog shows those of the current one. */
export interface Values {
  reason: string;
  expiresOn: string | null;
  documentDueDate: string | null;
  toUserId: string | null;
}

export const blank: Values = { reason: '', expiresOn: null, documentDueDate: null, toUserId: null };
export type Faults = Partial<Record<keyof Values, string>>;

export const mostLetters = requestActionCallLimits.reason;

const asks: Record<string, (keyof Values)[]> = {
  decline: ['reason'],
  cancel: ['reason'],
  askwaiver: ['reason'],
  original: ['reason'],
  extend: ['expiresOn', 'documentDueDate'],
  forward: ['toUserId'],
};

export const fieldsOf = (action: string) => asks[action] ?? [];

const label = (name: keyof Values) => fieldText(name);

const dayFault = (value: string | null) =>
  value === null || (isDate(value) && value >= today()) ? undefined : t('message.validDate');

/** Client-side validation; the server decides. */
export function check(action: string, values: Values): Faults {
  const faults: Faults = {};
  const names = fieldsOf(action);
  if (names.includes('reason') && values.reason.trim() === '') {
    faults.reason = t('message.enter', { label: label('reason') });
  }
  if (names.includes('toUserId') && !values.toUserId) {
    faults.toUserId = t('message.select', { label: label('toUserId') });
  }
  if (names.includes('expiresOn')) {
    faults.expiresOn = values.expiresOn
      ? dayFault(values.expiresOn)
      : t('message.select', { label: label('expiresOn') });
    faults.documentDueDate =
      dayFault(values.documentDueDate) ??
      (values.documentDueDate && values.expiresOn && values.documentDueDate > values.expiresOn
        ? t('message.dueAfterExpiry', { label: label('documentDueDate') })
        : undefined);
  }
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault));
}

/** The part of the body this action needs. */
export function bodyOf(action: string, values: Values): Partial<Values> {
  const given = fieldsOf(action).map((name) => {
    const value = values[name];
    return [name, typeof value === 'string' ? value.trim() : value] as const;
  });
  return Object.fromEntries(given.filter(([, value]) => value));
}
