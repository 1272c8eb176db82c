import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { deviceText } from '@/lib/device';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import { type Entry, isOpen, type Message, readMessage } from './model/message';

const shownFields = 3;

/** Splits a name without wording: `branchCode` → `Branch Code`. */
const spelled = (name: string) =>
  name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/^./, (letter) => letter.toUpperCase());

export const labelText = (t: TFunction, resource: string, field: string): string =>
  t([`field.${resource}.${field}`, `field.common.${field}`], { defaultValue: spelled(field) });

export const actionText = (t: TFunction, action: string): string =>
  t([`option.actionPerformed.${action}`, `ui.logs.action.${action}`, `ui.requests.did.${action.toLowerCase()}`], {
    defaultValue: action,
  });

export const outcomeText = (t: TFunction, outcome: string): string =>
  t(`option.outcome.${outcome}`, { defaultValue: outcome });

export const resourceText = (t: TFunction, resource: string): string =>
  t([`resource.${resource}.one`, `ui.logs.resource.${resource}`], { defaultValue: resource });

export const noteLabel = (t: TFunction, name: string, resource: string): string =>
  t(`ui.logs.note.${name}`, { defaultValue: labelText(t, resource, name) });

/** Notes whose values have wording, by their wording key. */
const wordedNotes: Record<string, string> = { by: 'ui.logs.by', status: 'status', reasonCode: 'reject' };

export const noteText = (t: TFunction, name: string, value: string): string =>
  wordedNotes[name] ? t(`${wordedNotes[name]}.${value}`, { defaultValue: value }) : value;

/** Where a login came from: the internal network, or the city of the device's time zone. */
function placeText(t: TFunction, location: string): string {
  const [kind, place] = location.split(/:(.*)/);
  if (kind === 'local') return place ? t('ui.logs.localAt', { place }) : t('ui.logs.local');
  return kind === 'zone' ? t('ui.logs.nearZone', { place }) : location;
}

/** Fields whose values have wording, by their wording key. */
const worded: Record<string, string> = {
  operation: 'option.operation',
  moduleCode: 'option.moduleCode',
  appCode: 'option.appCode',
  actionCode: 'option.actionCode',
  debugLevel: 'option.debugLevel',
};

/** Summary of an audit message in one line: the changed fields, or its notes. */
function summaryText(t: TFunction, resource: string, message: Message): string {
  const { kind, changes, notes } = message;
  if (kind !== 'changed') return notes.map(([name, value]) => noteText(t, name, value)).join(' · ');
  const labels = changes.map(({ field }) => labelText(t, resource, field));
  const fields = labels.slice(0, shownFields).join(', ');
  const number = labels.length - shownFields;
  return number > 0 ? t('ui.logs.summary', { fields, number }) : fields;
}

/** The text of one field of an entry, for a table, card or file. */
export function useEntryText() {
  const { t } = useTranslation();
  const { exact, number } = useFormats();
  return useMemo(
    () => (entry: Entry, field: string, type: string) => {
      const value = entry[field];
      if (!value) return field === 'logoutDateTime' && isOpen(entry) ? t('ui.logs.still') : '';
      if (type === 'time') return exact(value);
      if (type === 'int') return number(Number(value));
      if (field === 'actionPerformed') return actionText(t, value);
      if (field === 'outcome') return outcomeText(t, value);
      if (field === 'resource') return resourceText(t, value);
      if (field === 'device') return deviceText(t, value);
      if (worded[field]) return t(`${worded[field]}.${value}`, { defaultValue: value });
      if (field === 'screenCode') return `${t(`screen.${value}`, { defaultValue: value })} · ${value}`;
      if (field === 'loggedFromLocation') return placeText(t, value);
      if (field === 'recordKey') return value.split('|').filter(Boolean).join(' · ');
      if (field === 'auditMessage') return summaryText(t, entry.resource ?? '', readMessage(value));
      return value;
    },
    [t, exact, number],
  );
}
