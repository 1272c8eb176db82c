import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CodeField, SubmitButton, useOneTimeCode, useSubmit, WaitMessage } from '@/components/form';
import { clockText, useCountdown } from '@/lib/countdown';
import { confirmAddress, type PendingAddress, type Profile } from './profile';
import classes from './profile.module.css';

interface Props {
  pending: PendingAddress;
  onAgain(): Promise<void>;
  onDone(saved: Profile): void;
  onLater(): void;
}

/** Asks for the code sent to the new address; until it is entered the old address stays. */
export function ConfirmAddress({ pending, onAgain, onDone, onLater }: Props) {
  const { t } = useTranslation();
  const left = useCountdown(pending.goodUntil);
  const wait = useCountdown(pending.resendAt);
  const asking = useSubmit();
  const code = useOneTimeCode({
    round: pending.otpRef,
    isEager: false,
    onCode: async (otp) => onDone(await confirmAddress(pending.otpRef, otp)),
  });
  const said = asking.message ? asking : code;
  return (
    <form className="card" onSubmit={code.submit} noValidate>
      <div className={`${classes.body} grid p-24 gap-24`}>
        <section className={classes.section}>
          <h2 className="m-0 mb-12 text-15 strong">{t('ui.provider.confirmTitle')}</h2>
          <p>{t('ui.provider.confirmText', { to: pending.maskedTo })}</p>
          {said.message && <WaitMessage message={said.message} until={said.waitUntil} />}
          <CodeField
            {...code.bind}
            name="otp"
            label={t('ui.provider.code')}
            className=""
            hint={left > 0 ? t('ui.provider.goodFor', { time: clockText(left) }) : t('ui.provider.codeOver')}
          />
          <button
            type="button"
            className="text-link"
            disabled={wait > 0 || asking.busy || code.busy}
            onClick={() => {
              code.clear();
              void asking.run(onAgain);
            }}
          >
            {wait > 0 ? t('ui.provider.resendIn', { time: clockText(wait) }) : t('ui.provider.resend')}
          </button>
        </section>
      </div>
      <div className={`${classes.foot} py-16 px-24 flex at-end gap-8 line-above`}>
        <Button variant="default" onClick={onLater}>
          {t('ui.provider.confirmLater')}
        </Button>
        <SubmitButton form={code}>{t('ui.provider.confirm')}</SubmitButton>
      </div>
    </form>
  );
}
