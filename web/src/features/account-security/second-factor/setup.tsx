import { useState } from 'react';
import { useTranslation } from '@/lib/wording';
import { type Enrolment, enrol } from './calls';
import { PasswordStep } from './password-step';
import { RecoveryCodes } from './recovery-codes';
import { ScanStep } from './scan-step';
import { Window } from './window';

interface Props {
  opened: boolean;
  onClose(): void;
  /** The app is active and its recovery codes are kept. */
  onDone(): void;
}

/** Password, QR code, recovery codes: one step after another. */
export function Setup({ opened, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [codes, setCodes] = useState<string[]>();
  const step = codes ? 3 : enrolment ? 2 : 1;
  const reset = () => {
    setEnrolment(undefined);
    setCodes(undefined);
  };
  const close = () => {
    reset();
    onClose();
  };
  const finish = () => {
    reset();
    onDone();
  };
  return (
    <Window
      opened={opened}
      title={t(codes ? 'ui.secondFactor.codes.title' : 'ui.secondFactor.setup.title')}
      sub={t('ui.secondFactor.setup.step', { step })}
      must={step === 3}
      onClose={close}
    >
      {step === 1 && (
        <PasswordStep
          text={t('ui.secondFactor.setup.password')}
          submit={t('ui.common.next')}
          onCancel={close}
          onPassword={async (password) => setEnrolment(await enrol(password))}
        />
      )}
      {step === 2 && enrolment && <ScanStep enrolment={enrolment} onCodes={setCodes} onCancel={close} />}
      {codes && <RecoveryCodes codes={codes} onDone={finish} />}
    </Window>
  );
}
