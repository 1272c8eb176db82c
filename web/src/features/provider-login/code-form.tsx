import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CodeField,
  Form,
  FormMessage,
  OtherWay,
  OtherWays,
  SubmitButton,
  TimeLeft,
  useOneTimeCode,
  useSubmit,
} from '@/components/form';
import { clockText, useCountdown } from '@/lib/countdown';
import type { Auth } from '@/lib/session';
import { endLogin, type Pending, resend, type Starter } from './calls';

interface Props {
  pending: Pending;
  onPending(pending: Pending): void;
  onDone(auth: Auth): void;
  onEngaged(): void;
  onOther(): void;
}

export function CodeForm({ pending, onPending, onDone, onEngaged, onOther }: Props) {
  const { t } = useTranslation();
  const left = useCountdown(pending.goodUntil);
  const [isResent, setIsResent] = useState(false);
  const resending = useSubmit();
  const code = useOneTimeCode({
    round: pending.otpRef,
    onCode: async (otp) => onDone(await endLogin(pending.otpRef, otp)),
  });
  const again = (starter: Starter = pending.starter) => {
    setIsResent(false);
    void resending.run(async () => {
      const next = await resend(starter);
      onPending(next);
      code.clear();
      setIsResent(!next.isReused);
    });
  };
  const said = resending.message ? resending : code;
  return (
    <Form form={{ ...code, message: said.message, waitUntil: said.waitUntil }} onFocus={onEngaged}>
      {isResent && !said.message && <FormMessage tone="ok">{t('ui.provider.resent')}</FormMessage>}
      <div>
        <CodeField {...code.bind} name="otp" label={t('ui.provider.code')} />
        <TimeLeft
          isOver={left === 0}
          text={left > 0 ? t('ui.provider.goodFor', { time: clockText(left) }) : t('ui.provider.codeOver')}
        />
      </div>
      <SubmitButton form={code} fullWidth>
        {t('ui.provider.verify')}
      </SubmitButton>
      <Again
        pending={pending}
        busy={resending.busy || resending.isHeld}
        onResend={() => again()}
        onResendBy={again}
        onOther={onOther}
      />
    </Form>
  );
}

interface AgainProps {
  pending: Pending;
  busy: boolean;
  onResend(): void;
  onResendBy(starter: Starter): void;
  onOther(): void;
}

/** When nothing arrives: resend after a wait, use the other channel, or another address. */
function Again({ pending, busy, onResend, onResendBy, onOther }: AgainProps) {
  const { t } = useTranslation();
  const left = useCountdown(pending.resendAt);
  const { starter } = pending;
  const other = pending.channel === 'SMS' ? 'Email' : 'SMS';
  return (
    <OtherWays>
      {pending.resendsLeft > 0 ? (
        <OtherWay disabled={left > 0 || busy} onClick={onResend}>
          {left > 0 ? t('ui.provider.resendIn', { time: clockText(left) }) : t('ui.provider.resend')}
        </OtherWay>
      ) : (
        <p className="m-0 text-13 muted">{t('ui.provider.noMoreCodes')}</p>
      )}
      {left === 0 && pending.resendsLeft > 0 && pending.resendsLeft < 3 && (
        <p className="m-0 text-12 muted">{t('ui.provider.resendsLeft', { count: pending.resendsLeft })}</p>
      )}
      {left === 0 && 'userId' in starter && (
        <OtherWay disabled={busy} onClick={() => onResendBy({ ...starter, channel: other })}>
          {t(other === 'SMS' ? 'ui.provider.bySms' : 'ui.provider.byMail')}
        </OtherWay>
      )}
      <OtherWay onClick={onOther}>{t('ui.provider.other')}</OtherWay>
    </OtherWays>
  );
}
