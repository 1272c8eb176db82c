import { Button, Loader } from '@mantine/core';
import { IconKeyOff } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PublicCard, PublicFrame } from '@/components/public-page';
import { messageOf } from '@/lib/api';
import { useHostEntity } from '@/lib/host-entity';
import { useLoaded } from '@/lib/loaded';
import type { Auth } from '@/lib/session';
import { completeWording } from '@/lib/wording';
import { comeBack, finishSignOn, forgetReturn, type Return, type SignOnStep } from './journey';

const SecondStep = lazy(async () => {
  const [{ SecondStep: step }] = await Promise.all([import('../second-step'), completeWording()]);
  return { default: step };
});

/** The return address of the provider. */
export function SsoPage({ onDone }: { onDone(auth: Auth): void }) {
  const { t } = useTranslation();
  const hostEntity = useHostEntity();
  const [{ back, load }] = useState(() => prepare(comeBack()));
  useEffect(() => forgetReturn(back), [back]);
  const login = `/auth${back.login}`;
  /** Restarts with the provider, and with our second factor. */
  const startAgain = async () => window.location.assign(login);
  const { data, failed, error } = useLoaded(load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports once, when the answer is there
  useEffect(() => {
    if (data?.auth) onDone(data.auth);
  }, [data]);
  const said = {
    denied: t('ui.login.ssoDenied'),
    gone: t('ui.login.ssoGone'),
    ready: failed ? messageOf(error) : '',
  }[back.kind];
  if (data?.challenge) {
    return (
      <PublicFrame hostEntity={hostEntity}>
        <Suspense>
          <SecondStep
            challenge={data.challenge}
            tenantCode={data.tenantCode}
            onAgain={startAgain}
            onDone={onDone}
            onEngaged={() => undefined}
            onBack={() => void startAgain()}
          />
        </Suspense>
      </PublicFrame>
    );
  }
  return (
    <PublicFrame hostEntity={hostEntity}>
      {said ? (
        <PublicCard
          icon={<IconKeyOff size={22} stroke={1.75} aria-hidden />}
          title={t('ui.login.ssoFailedTitle')}
          text={said}
        >
          <Button component="a" href={login} fullWidth>
            {t('ui.login.ssoAgain')}
          </Button>
        </PublicCard>
      ) : (
        <PublicCard title={t('ui.login.ssoOpening')}>
          <Loader aria-label={t('ui.common.loading')} />
        </PublicCard>
      )}
    </PublicFrame>
  );
}

/** A code is valid once: however often this runs, it is redeemed a single time. */
function prepare(back: Return) {
  if (back.kind !== 'ready') return { back, load: undefined };
  const { ticket, code, state } = back;
  let answer: Promise<SignOnStep> | undefined;
  const load = () => {
    answer ??= finishSignOn({ ticket, code, state });
    return answer;
  };
  return { back, load };
}
