import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import { type Reminder, remindersOf } from '../data/calls';
import type { WizardValues } from '../model/values';
import { type Base, toBody, versionOf } from '../model/wire';
import { Section } from './section';

interface Props {
  values: WizardValues;
  /** Set when a stored request is edited. */
  base: Base | undefined;
  /** False while something is missing; the server is not asked then. */
  isValid: boolean;
}

/** The days on which each person would be reminded; the server decides them. */
export function PlannedReminders({ values, base, isValid }: Props) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const [typed] = useDebouncedValue(JSON.stringify({ ...toBody(values), ...versionOf(base) }), 300);
  const { data, error } = useQuery({
    queryKey: ['request-reminders', typed],
    queryFn: ({ signal }) => remindersOf(JSON.parse(typed), signal),
    enabled: isValid,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const isUnknown = !isValid || error !== null;
  const day = ({ dueOn, kind }: Reminder) => `${date(dueOn)} (${t(`ui.requests.reminder.kind.${kind}`)})`;
  const people = new Map<number, Reminder[]>();
  for (const one of data ?? []) people.set(one.partySeqNo, [...(people.get(one.partySeqNo) ?? []), one]);
  return (
    <Section title={t('ui.wizard.notification.planned')}>
      <div aria-live="polite" className="text-13">
        {isUnknown && <p className="m-0 muted">{t('ui.wizard.notification.plannedLater')}</p>}
        {!isUnknown && data?.length === 0 && (
          <p className="m-0 muted">{t('ui.wizard.notification.plannedNone')}</p>
        )}
        {!isUnknown &&
          [...people].map(([number, planned]) => (
            <p key={number} className="m-0 mb-8 break">
              <span className="medium">{planned[0]?.partyName}</span>
              <span className="block muted">{planned.map(day).join(' · ')}</span>
            </p>
          ))}
      </div>
    </Section>
  );
}
