import { IconDeviceMobile, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OtherWay } from '@/components/form';
import { PublicCard } from '@/components/public-page';
import type { Challenge, Enrolment } from '@/lib/second-factor';
import type { Auth } from '@/lib/session';
import { RecoveryCodes, ScanStep } from '@/shared/authenticator';
import { FactorForm, useFactorCode } from '@/shared/factor-code';
import { endLogin } from '../log-in';

interface Props {
  challenge: Challenge;
  tenantCode: string;
  /** Requests another code; absent where the user must restart from the first step. */
  onAgain: (() => Promise<unknown>) | undefined;
  onDone(auth: Auth): void;
  onEngaged(): void;
  /** Back to the first step, with the reason if the user did not ask for it. */
  onBack(notice: string): void;
}

const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const;

/** After any successful first step: the app code or the mailed code, or the set-up of the app. */
export function SecondStep(props: Props) {
  const { enrolment } = props.challenge;
  return enrolment ? <AppSetup {...props} enrolment={enrolment} /> : <CodeOfUser {...props} />;
}

/** A role that needs a second factor sets up the app where no code can come by mail. */
function AppSetup({ challenge, enrolment, tenantCode, onDone, onBack }: Props & { enrolment: Enrolment }) {
  const { t } = useTranslation();
  const [done, setDone] = useState<{ auth: Auth; codes: string[] }>();
  const verify = async (code: string) => {
    const { auth, recoveryCodes } = await endLogin(challenge.factorRef, code, tenantCode);
    setDone({ auth, codes: recoveryCodes ?? [] });
  };
  return (
    <PublicCard
      icon={<IconDeviceMobile {...icon} />}
      title={t(done ? 'ui.secondFactor.codes.title' : 'ui.secondFactor.setup.title')}
      text={done ? '' : t('ui.secondFactor.setup.required')}
    >
      {done ? (
        <RecoveryCodes codes={done.codes} owner={done.auth} onDone={() => onDone(done.auth)} />
      ) : (
        <ScanStep enrolment={enrolment} onCode={verify} onCancel={() => onBack('')} />
      )}
    </PublicCard>
  );
}

function CodeOfUser({ challenge, tenantCode, onAgain, onDone, onEngaged, onBack }: Props) {
  const { t } = useTranslation();
  const factor = useFactorCode({
    challenge,
    onVerify: async (code) => onDone((await endLogin(challenge.factorRef, code, tenantCode)).auth),
    onAgain: onAgain ?? (async () => onBack(t('ui.secondFactor.code.once'))),
  });
  return (
    <PublicCard
      icon={challenge.method === 'mail' ? <IconMail {...icon} /> : <IconDeviceMobile {...icon} />}
      title={t('ui.secondFactor.code.title')}
      text={factor.lead}
    >
      <FactorForm
        factor={factor}
        submit={t('ui.secondFactor.code.verify')}
        onEngaged={onEngaged}
        last={<OtherWay onClick={() => onBack('')}>{t('ui.secondFactor.code.back')}</OtherWay>}
      />
    </PublicCard>
  );
}
