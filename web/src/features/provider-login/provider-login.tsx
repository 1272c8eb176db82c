import { Button, Loader } from '@mantine/core';
import { IconDeviceMobileMessage, IconMail } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormMessage, WaitMessage } from '@/components/form';
import { PublicCard, PublicFoot, PublicFrame } from '@/components/public-page';
import { messageOf, pageDomain, waitOf } from '@/lib/api';
import { useHostEntity } from '@/lib/host-entity';
import { useLoaded } from '@/lib/loaded';
import type { Auth } from '@/lib/session';
import { isLinkGone, openLink, type Pending, pendingLogin } from './calls';
import { CodeForm } from './code-form';
import { StartForm } from './start-form';

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
  const [token, setToken] = useState(link);
  const [linkFailed, setLinkFailed] = useState(false);
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
  const giveUpLink = () => {
    setLinkFailed(true);
    setToken('');
  };
  return (
    <PublicFrame hostEntity={hostEntity}>
      {pending && (
        <PublicCard
          key="code"
          icon={pending.channel === 'SMS' ? <IconDeviceMobileMessage {...icon} /> : <IconMail {...icon} />}
          title={t('ui.provider.codeTitle')}
          text={whereTo(pending, t)}
        >
          <CodeForm
            pending={pending}
            onPending={keep}
            onDone={done}
            onEngaged={onEngaged}
            onOther={() => keep(null)}
          />
          {'linkToken' in pending.starter && <p className="m-0 text-12 muted">{t('ui.provider.notYou')}</p>}
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
        <a className="text-link" href="/auth">
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
  onGone(): void;
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
    if (failed && isLinkGone(error)) onGone();
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
