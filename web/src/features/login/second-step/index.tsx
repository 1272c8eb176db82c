import { IconDeviceMobile, IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FactorForm, useFactorCode, wayClasses } from '@/components/factor-code';
import { PublicCard } from '@/components/public-card';
import type { Challenge } from '@/lib/second-factor';
import type { Auth } from '@/lib/session';
import { type Credentials, logIn } from '../log-in';
import { endLogin } from './calls';

/** A password that was right, kept in memory only so that another code can be asked for. */
export interface Pending {
  challenge: Challenge;
  credentials: Credentials;
}

interface Props {
  pending: Pending;
  onPending(pending: Pending): void;
  onDone(auth: Auth): void;
  onEngaged(): void;
  /** Back to the first step, with a word about why if nobody asked for it. */
  onBack(notice: string): void;
}

const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const;

/** The password was right; now the app's code or the mailed one. */
export function SecondStep({ pending, onPending, onDone, onEngaged, onBack }: Props) {
  const { t } = useTranslation();
  const { challenge, credentials } = pending;
  const again = async () => {
    // A captcha is good for one try, so this one cannot be repeated without the person.
    if (credentials.captchaId) return onBack(t('ui.secondFactor.code.once'));
    const step = await logIn(credentials);
    if (step.auth) onDone(step.auth);
    else onPending({ challenge: step.challenge, credentials });
  };
  const factor = useFactorCode({
    challenge,
    onVerify: async (code) => onDone(await endLogin(challenge.factorRef, code, credentials.tenantCode)),
    onAgain: again,
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
