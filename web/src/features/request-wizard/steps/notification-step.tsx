import { Radio, Switch } from '@mantine/core';
import { memo } from 'react';
import { DayField } from '@/components/day-field';
import { today } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import { TextField } from '../fields/text-field';
import { statusChangeTo } from '../model/fields';
import type { NotificationValues } from '../model/values';
import type { Acts } from '../use-wizard';
import classes from '../wizard.module.css';
import { labelOf, useError } from '../words';
import { Section } from './section';

interface Props {
  notification: NotificationValues;
  /** The expiry date, if it can be computed. */
  expiresOn: string | undefined;
  /** Once sent, a request is extended, not edited. */
  isSent: boolean;
  acts: Acts;
}

const switches = ['reminderOnExpiryDate'] as const;
const tellings = ['notifyAllParties', 'notifyAuthorisedParties'] as const;

export const NotificationStep = memo(function NotificationStep({
  notification,
  expiresOn,
  isSent,
  acts,
}: Props) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const due = useError('documentDueDate');
  const typed = (name: 'recurringReminderDays' | 'reminderDaysBeforeExpiry' | 'expiryDays') => ({
    path: name === 'expiryDays' ? name : `notification.${name}`,
    value: notification[name],
    onChange: (value: string) => acts.notification({ [name]: value }),
    kind: 'number' as const,
    max: 4,
    required: true,
  });
  const flag = (name: (typeof switches)[number] | (typeof tellings)[number]) => (
    <Switch
      key={name}
      className={`${classes.switch} mt-4`}
      label={labelOf(t, name)}
      checked={notification[name]}
      onChange={(event) => acts.notification({ [name]: event.currentTarget.checked })}
    />
  );
  return (
    <>
      <Section title={t('ui.wizard.notification.when')}>
        <div className="fields">
          <DayField
            data-field="documentDueDate"
            label={labelOf(t, 'documentDueDate')}
            withAsterisk
            value={notification.documentDueDate}
            onChange={(documentDueDate) => acts.notification({ documentDueDate })}
            min={today()}
            error={due}
          />
          <TextField
            {...typed('expiryDays')}
            isLocked={isSent}
            hint={expiresOn && t('ui.wizard.notification.expiresOn', { day: date(expiresOn) })}
          />
        </div>
      </Section>
      <Section title={t('ui.wizard.notification.reminders')}>
        <p className="m-0 mb-8 text-13 muted">{t('ui.wizard.notification.remindersHint')}</p>
        <div className="fields">
          <TextField {...typed('recurringReminderDays')} hint={t('ui.wizard.notification.recurringHint')} />
          <TextField {...typed('reminderDaysBeforeExpiry')} hint={t('ui.wizard.notification.beforeHint')} />
        </div>
        {switches.map(flag)}
      </Section>
      <Section title={t('ui.wizard.notification.tell')}>
        {tellings.map(flag)}
        <Radio.Group
          className="mt-8"
          label={labelOf(t, 'statusChangeTo')}
          value={notification.statusChangeTo}
          onChange={(to) => acts.notification({ statusChangeTo: to as NotificationValues['statusChangeTo'] })}
        >
          <div className={`${classes.radios} flex wrap`}>
            {statusChangeTo.map((to) => (
              <Radio
                key={to}
                value={to}
                label={t(`option.statusChangeTo.${to}`)}
                classNames={{ body: classes.radio }}
              />
            ))}
          </div>
        </Radio.Group>
      </Section>
    </>
  );
});
