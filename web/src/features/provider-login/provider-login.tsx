import { Button, Loader, Text } from '@mantine/core';
import { IconDeviceMobileMessage, IconMail } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CodeField,
  Form,
  FormMessage,
  missing,
  OtherWay,
  OtherWays,
  PlainField,
  SubmitButton,
  TimeLeft,
  useForm,
  useOneTimeCode,
  useSubmit,
  WaitMessage,
} from '@/components/form';
import { PublicCard, PublicFoot, PublicFrame } from '@/components/public-page';
import { messageOf, pageDomain, waitOf } from '@/lib/api';
import { isAddress } from '@/lib/check';
import { clockText, useCountdown } from '@/lib/countdown';
import { type DomainEntity, useHostEntity } from '@/lib/host-entity';
import { useLoaded } from '@/lib/loaded';
import type { Auth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { t as now } from '@/lib/wording';
import { EntityField, useShownEntity } from '@/shared/entity-field';
import {
  endLogin,
  isHandoff,
  isLinkGone,
  openLink,
  type Pending,
  pendingLogin,
  plainId,
  resend,
  type Starter,
  startLogin,
} from './calls';

interface Props {
  /** The token of a followed link; '' without one. */
  link: string;
  onDone(auth: Auth): void;
  onEngaged(): void;
}

const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const;

/** The server reveals no more of an address than was typed here. */
function whereTo({ channel, maskedTo, isReused }: Pending, t: TFunction) {
  const isOther = /^\u2022+$/.test(maskedTo);
  const sent = t(isOther ? `ui.provider.sentElsewhere.${channel}` : `ui.provider.sent.${channel}`, {
    to: maskedTo,
  });
  return isReused ? `${sent} ${t('ui.provider.sentBefore')}` : sent;
}

/** Identification, or a link that replaces it; then the code. */
export function ProviderLogin({ link, onDone, onEngaged }: Props) {
  const { t } = useTranslation();
  const hostEntity = useHostEntity();
  const shown = useShownEntity(hostEntity);
  const [token, setToken] = useState(link);
  /** Why a link leads to the usual login. */
  const [linkFailed, setLinkFailed] = useState('');
  const [pending, setPending] = useState(() => (link ? null : pendingLogin.get()));

  const keep = (next: Pending | null) => {
    pendingLogin.set(next);
    setPending(next);
    setToken('');
  };
  const done = (auth: Auth) => {
    pendingLogin.set(null);
    onDone(auth);
  };
  const giveUpLink = (error: unknown) => {
    setLinkFailed(isHandoff(token) ? messageOf(error) : t('ui.provider.linkGone'));
    setToken('');
  };
  return (
    <PublicFrame hostEntity={shown}>
      {pending && (
        <PublicCard
          key="code"
          icon={pending.channel === 'SMS' ? <IconDeviceMobileMessage {...icon} /> : <IconMail {...icon} />}
          title={t('ui.provider.codeTitle')}
          text={whereTo(pending, t)}
        >
          <CodeForm pending={pending} onPending={keep} onDone={done} onEngaged={onEngaged} onOther={() => keep(null)} />
          {'linkToken' in pending.starter && (
            <Text fz="xs" c="dimmed">
              {t('ui.provider.notYou')}
            </Text>
          )}
        </PublicCard>
      )}
      {!pending && token && <OpenLink token={token} onPending={keep} onDone={done} onGone={giveUpLink} />}
      {!pending && !token && (
        <PublicCard
          key="start"
          title={t('screen.providerLogin')}
          text={t('ui.provider.text')}
          banner={hostEntity?.banner}
        >
          <StartForm
            hostEntity={hostEntity}
            mayChoose={!hostEntity || (pageDomain()?.mayChoose ?? false)}
            linkFailed={linkFailed}
            onPending={keep}
          />
        </PublicCard>
      )}
      <PublicFoot>
        {t('ui.provider.staff')}{' '}
        <a className={looks.textLink} href="/auth">
          {t('ui.provider.staffLink')}
        </a>
      </PublicFoot>
    </PublicFrame>
  );
}

interface OpenLinkProps {
  token: string;
  onPending(pending: Pending): void;
  onDone(auth: Auth): void;
  onGone(error: unknown): void;
}

/** Opened from the link of a mail or message: enters, or sends the code at once. */
function OpenLink({ token, onPending, onDone, onGone }: OpenLinkProps) {
  const { t } = useTranslation();
  const load = useCallback(() => openLink(token), [token]);
  const { data, failed, error, reload } = useLoaded(load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports once, when the answer is there
  useEffect(() => {
    if (data && 'auth' in data) onDone(data.auth);
    if (data && 'pending' in data) onPending(data.pending);
    if (failed && isLinkGone(error)) onGone(error);
  }, [data, failed]);
  const wait = waitOf(error);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wait counts from its answer
  const until = useMemo(() => Date.now() + wait * 1000, [error]);
  if (wait > 0) {
    return (
      <PublicCard title={t('ui.provider.tooManyCodes.title')} text={t('ui.provider.tooManyCodes.text')}>
        <WaitMessage message={messageOf(error)} until={until} />
        <Button variant="default" onClick={reload}>
          {t('ui.common.retry')}
        </Button>
      </PublicCard>
    );
  }
  return (
    <PublicCard title={t('ui.provider.opening')}>
      {failed && !isLinkGone(error) ? (
        <>
          <FormMessage>{messageOf(error)}</FormMessage>
          <Button variant="default" onClick={reload}>
            {t('ui.common.retry')}
          </Button>
        </>
      ) : (
        <Loader aria-label={t('ui.common.loading')} />
      )}
    </PublicCard>
  );
}

interface CodeFormProps {
  pending: Pending;
  onPending(pending: Pending): void;
  onDone(auth: Auth): void;
  onEngaged(): void;
  onOther(): void;
}

function CodeForm({ pending, onPending, onDone, onEngaged, onOther }: CodeFormProps) {
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
        <Text fz="sm" c="dimmed">
          {t('ui.provider.noMoreCodes')}
        </Text>
      )}
      {left === 0 && pending.resendsLeft > 0 && pending.resendsLeft < 3 && (
        <Text fz="xs" c="dimmed">
          {t('ui.provider.resendsLeft', { count: pending.resendsLeft })}
        </Text>
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

interface StartFormProps {
  hostEntity: DomainEntity | null | undefined;
  /** False on an address of its own: the entity is not a question. */
  mayChoose: boolean;
  linkFailed: string;
  onPending(pending: Pending): void;
}

function StartForm({ hostEntity, mayChoose, linkFailed, onPending }: StartFormProps) {
  const { t } = useTranslation();
  const form = useForm({
    blank: { entityCode: hostEntity?.entityCode ?? '', userId: '' },
    check: ({ entityCode, userId }) => ({
      ...(mayChoose && !entityCode && missing(['entityCode'], () => now('ui.login.entity'), 'select')),
      ...(!isAddress(plainId(userId)) && { userId: now('message.validUserId') }),
      ...(!userId.trim() && missing(['userId'], () => now('ui.provider.userId'))),
    }),
    run: async ({ entityCode, userId }) => {
      const own = mayChoose ? entityCode : (hostEntity?.entityCode ?? '');
      onPending(await startLogin({ entityCode: own, userId: plainId(userId) }));
    },
  });
  return (
    <Form form={form}>
      {linkFailed && !form.message && <FormMessage>{linkFailed}</FormMessage>}
      {mayChoose && <EntityField {...form.choice('entityCode')} />}
      <PlainField
        {...form.text('userId')}
        label={t('ui.provider.userId')}
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="send"
      />
      <SubmitButton form={form} fullWidth>
        {t('ui.provider.sendCode')}
      </SubmitButton>
    </Form>
  );
}
