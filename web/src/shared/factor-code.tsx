import { Flex } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CodeField,
  Form,
  FormMessage,
  formClasses,
  OtherWay,
  OtherWays,
  PlainField,
  SubmitButton,
  TimeLeft,
  useOneTimeCode,
  useSubmit,
} from '@/components/form';
import { clockText, useCountdown } from '@/lib/countdown';
import { type Challenge, isWhole, mostTries, type Proof, tidy } from '@/lib/second-factor';

interface Props {
  factor: FactorCode;
  submit: string;
  onEngaged?(): void;
  /** Shown beside the button: another way out. */
  beside?: ReactNode;
  /** The last of the alternatives. */
  last?: ReactNode;
}

/** The code field, the button, and what to do without a code. */
export function FactorForm({ factor, submit, onEngaged, beside, last }: Props) {
  const { t } = useTranslation();
  const { isOver, left, challenge, proof } = factor;
  return (
    <Form form={factor} onFocus={onEngaged}>
      {factor.isResent && !factor.message && <FormMessage tone="ok">{t('ui.secondFactor.code.resent')}</FormMessage>}
      <div>
        {proof === 'code' ? (
          <CodeField {...factor.bind} name="factorCode" label={t('ui.secondFactor.code.label')} />
        ) : (
          <PlainField
            {...factor.bind}
            name="recoveryCode"
            label={t('ui.secondFactor.code.recoveryLabel')}
            hint={t('ui.secondFactor.code.recoveryHint')}
            className={formClasses.recovery}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            onChange={(event) => factor.bind.onChange(event.currentTarget.value)}
          />
        )}
        {isOver && <TimeLeft isOver text={t(`ui.secondFactor.code.over.${challenge.method}`)} />}
        {/* App codes change by themselves; only mailed ones have a resend wait. */}
        {!isOver && challenge.method !== 'totp' && (
          <TimeLeft isOver={false} text={t('ui.secondFactor.code.goodFor', { time: clockText(left) })} />
        )}
      </div>
      <Flex className={formClasses.pairs} gap={12}>
        {beside}
        <SubmitButton form={factor} disabled={isOver}>
          {submit}
        </SubmitButton>
      </Flex>
      <Ways factor={factor} last={last} />
    </Form>
  );
}

function Ways({ factor, last }: { factor: FactorCode; last: ReactNode }) {
  const { t } = useTranslation();
  const { method, resendAt } = factor.challenge;
  const wait = useCountdown(resendAt);
  const isMail = method === 'mail';
  const mustWait = isMail && wait > 0;
  return (
    <OtherWays>
      {(isMail || factor.isOver) && (
        <OtherWay disabled={mustWait || factor.isAsking} onClick={factor.again}>
          {mustWait
            ? t('ui.secondFactor.code.againIn', { time: clockText(wait) })
            : t(`ui.secondFactor.code.again.${method}`)}
        </OtherWay>
      )}
      {!isMail && (
        <OtherWay onClick={factor.swap}>
          {t(factor.proof === 'code' ? 'ui.secondFactor.code.useRecovery' : 'ui.secondFactor.code.useApp')}
        </OtherWay>
      )}
      {last}
    </OtherWays>
  );
}

interface Options {
  challenge: Challenge;
  /** Earlier wrong codes. */
  tries?: number;
  /** Throws when the server refuses the code. */
  onVerify(code: string): Promise<unknown>;
  /** Starts the challenge again: another mail, or another round with the app. */
  onAgain(): Promise<unknown>;
}

/** Repeats challenges until a code is right. */
export function useFactorCode({ challenge, tries = 0, onVerify, onAgain }: Options) {
  const { t } = useTranslation();
  const [proof, setProof] = useState<Proof>('code');
  const [wrong, setWrong] = useState(tries);
  const [isResent, setIsResent] = useState(false);
  const asking = useSubmit();
  const left = useCountdown(challenge.goodUntil);
  const isOver = left === 0 || wrong >= mostTries;
  const isCode = proof === 'code';
  const code = useOneTimeCode({
    round: `${challenge.factorRef} ${proof}`,
    tidy: (text) => tidy(proof, text),
    isWhole: (text) => isWhole(proof, text),
    short: isCode ? 'message.validOtp' : 'ui.secondFactor.code.recoveryShort',
    isEager: isCode && !isOver,
    keepsRefused: !isCode,
    onCode: (text) => {
      setIsResent(false);
      return onVerify(text);
    },
    onRefused: () => setWrong((before) => before + 1),
  });
  const again = () => {
    setIsResent(false);
    void asking.run(async () => {
      await onAgain();
      code.clear();
      setWrong(0);
      setIsResent(challenge.method === 'mail');
    });
  };
  const swap = () => {
    setProof(isCode ? 'recovery' : 'code');
    code.clear();
  };
  const said = asking.message ? asking : code;
  const lead = t(`ui.secondFactor.code.${isCode ? challenge.method : 'recovery'}`, { to: challenge.maskedTo });
  return {
    ...code,
    submit: (event: Parameters<typeof code.submit>[0]) => (isOver ? event.preventDefault() : code.submit(event)),
    challenge,
    proof,
    /** The instruction sentence. */
    lead,
    swap,
    again,
    left,
    isOver,
    isResent,
    message: said.message,
    waitUntil: said.waitUntil,
    isAsking: asking.busy || asking.isHeld,
  };
}

type FactorCode = ReturnType<typeof useFactorCode>;
