import { IconDeviceMobile, IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { OtherWay } from '@/components/form';
import { PublicCard } from '@/components/public-page';
import type { Challenge } from '@/lib/second-factor';
import type { Auth } from '@/lib/session';
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

/** After any successful first step: the app code or the mailed code. */
export function SecondStep({ challenge, tenantCode, onAgain, onDone, onEngaged, onBack }: Props) {
  const { t } = useTranslation();
  const factor = useFactorCode({
    challenge,
    onVerify: async (code) => onDone(await endLogin(challenge.factorRef, code, tenantCode)),
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
