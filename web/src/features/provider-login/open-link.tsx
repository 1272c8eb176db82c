import { Button, Loader } from '@mantine/core';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { FormMessage } from '@/components/form-message';
import { PublicCard } from '@/components/public-card';
import { messageOf } from '@/lib/api';
import { useLoaded } from '@/lib/loaded';
import { isLinkGone, startLogin } from './calls';
import type { Pending } from './pending';

interface Props {
  token: string;
  onPending(pending: Pending): void;
  onGone(): void;
}

/** Opened from the link of a mail or message: sends the code at once. */
export function OpenLink({ token, onPending, onGone }: Props) {
  const { t } = useTranslation();
  const load = useCallback(() => startLogin({ linkToken: token }), [token]);
  const { data, failed, error, reload } = useLoaded(load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports once, when the answer is there
  useEffect(() => {
    if (data) onPending(data);
    if (failed && isLinkGone(error)) onGone();
  }, [data, failed]);
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
