import { IconDeviceMobile, IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FactorForm, useFactorCode, wayClasses } from '@/components/factor-code';
import { PublicCard } from '@/components/public-card';
import type { Challenge } from '@/lib/second-factor';
import type { Auth } from '@/lib/session';
import { endLogin } from './calls';

interface Props {
  challenge: Challenge;
  tenantCode: string;
  /** Has the code asked for anew; absent where only the person can, from the first step on. */
  onAgain: (() => Promise<unknown>) | undefined;
  onDone(auth: Auth): void;
  onEngaged(): void;
  /** Back to the first step, with a word about why if nobody asked for it. */
  onBack(notice: string): void;
}

const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const;

/** The first step went well, however it was taken; now the app's code or the mailed one. */
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
        last={
          <button type="button" className={`text-link ${wayClasses.option}`} onClick={() => onBack('')}>
            {t('ui.secondFactor.code.back')}
          </button>
        }
      />
    </PublicCard>
  );
}
