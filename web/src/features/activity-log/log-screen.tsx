import { Skeleton } from '@mantine/core';
import { IconNotebook } from '@tabler/icons-react';
import { EmptyState } from '@/components/empty-state';
import { LoadFailed } from '@/components/load-failed';
import { table } from '@/components/table';
import { useDefinition } from '@/lib/definitions';
import type { ScreenInfo } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { Head } from './list/head';
import { LogList } from './list/log-list';

/** Renders any log from its server definition. */
export function LogScreen({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  const { definition, isPending, error, refetch } = useDefinition(screen.resource);
  if (definition) return <LogList screen={screen} definition={definition} />;
  return (
    <>
      <Head screen={screen} />
      <div className={table.frame}>
        {isPending && <Skeleton height={420} radius="lg" />}
        {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!isPending && !error && (
          <EmptyState
            icon={<IconNotebook size={24} stroke={1.75} aria-hidden />}
            title={t('ui.logs.notKept')}
            text={t('ui.logs.notKeptText', { many: t(`resource.${screen.resource}.many`) })}
          />
        )}
      </div>
    </>
  );
}
