import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { useDefinition } from '@/lib/definitions';
import type { ScreenInfo } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { ListScreen } from './list/ListScreen';
import classes from './list/list.module.css';
import { ErrorState } from './list/states';
import { isSingleton } from './model/definition';
import { richScreens } from './rich/registry';
import { SingletonScreen } from './SingletonScreen';

/** Any master screen, drawn from the definition that the server gives for its resource. */
export function MasterScreen({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  const { definition, isPending, error, refetch } = useDefinition(screen.resource);
  const Rich = richScreens[screen.resource];
  if (Rich) {
    return (
      <Suspense fallback={<Outline />}>
        <Rich screen={screen} />
      </Suspense>
    );
  }
  if (isPending) return <Outline />;
  if (!definition) {
    return (
      <>
        <h1 className={classes.title}>{t(`screen.${screen.screenCode}`, { defaultValue: screen.title })}</h1>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </>
    );
  }
  const Screen = isSingleton(definition) ? SingletonScreen : ListScreen;
  return <Screen screen={screen} definition={definition} />;
}

function Outline() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('ui.common.loading')}>
      <Skeleton height={28} width={220} mb={12} />
      <Skeleton height={14} width={360} maw="80%" mb={28} />
      <Skeleton height={420} radius="lg" />
    </div>
  );
}
