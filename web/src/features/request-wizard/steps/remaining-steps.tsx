import type { ComponentProps } from 'react';
import { LastLook } from './last-look';
import { NotificationStep } from './notification-step';
import { PartiesStep } from './parties-step';
import { PlannedReminders } from './planned-reminders';

interface Props {
  step: number;
  parties: ComponentProps<typeof PartiesStep>;
  notification: ComponentProps<typeof NotificationStep>;
  look: ComponentProps<typeof LastLook>;
}

/** All steps after the first, fetched while the user fills that in. */
export default function RemainingSteps({ step, parties, notification, look }: Props) {
  if (step === 1) return <PartiesStep {...parties} />;
  if (step === 2) {
    return (
      <>
        <NotificationStep {...notification} />
        <PlannedReminders values={look.values} base={look.base} isValid={look.isValid} />
      </>
    );
  }
  return <LastLook {...look} />;
}
