import { Button, Loader } from '@mantine/core';
import { IconKeyOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PublicCard } from '@/components/public-card';
import { PublicFrame } from '@/components/public-frame';
import { messageOf } from '@/lib/api';
import { useHouse } from '@/lib/house';
import { useLoaded } from '@/lib/loaded';
import type { Auth } from '@/lib/session';
import { finishSignOn } from './calls';
import { comeBack, type Return } from './journey';

/** Where the provider sends people back to. */
export function SsoPage({ onDone }: { onDone(auth: Auth): void }) {
  const { t } = useTranslation();
  const house = useHouse();
  const [{ back, load }] = useState(() => prepare(comeBack()));
  const { data, failed, error } = useLoaded(load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when the answer is there
  useEffect(() => {
    if (data) onDone(data);
  }, [data]);
  const said = {
    denied: t('ui.login.ssoDenied'),
    gone: t('ui.login.ssoGone'),
    ready: failed ? messageOf(error) : '',
  }[back.kind];
  return (
    <PublicFrame house={house}>
      {said ? (
        <PublicCard
          icon={<IconKeyOff size={22} stroke={1.75} aria-hidden />}
          title={t('ui.login.ssoFailedTitle')}
          text={said}
        >
          <Button component="a" href={`/auth${window.location.search}`} fullWidth>
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

/** A code is good once: however often it is asked for, it is redeemed a single time. */
function prepare(back: Return) {
  if (back.kind !== 'ready') return { back, load: undefined };
  const { ticket, code, state } = back;
  let answer: Promise<Auth> | undefined;
  const load = () => {
    answer ??= finishSignOn({ ticket, code, state });
    return answer;
  };
  return { back, load };
}
