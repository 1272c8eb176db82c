import { Skeleton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconDownload, IconNotebook } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useMemo, useRef } from 'react';
import { EmptyState } from '@/components/empty-state';
import { ToolButton } from '@/components/icon-button';
import { ErrorState, List, ListHead, RefreshButton, useExport, useListPage } from '@/components/list';
import { list } from '@/lib/api';
import { type Definition, useDefinition } from '@/lib/definitions';
import { useOnce, usePreload } from '@/lib/on-demand';
import { type ScreenInfo, useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useWidth } from '@/lib/width';
import { useTranslation } from '@/lib/wording';
import { Filters } from './list/filters';
import { useRowKind } from './list/rows';
import classes from './log.module.css';
import { type Entry, linesOf, textual } from './model/message';
import { addressOf, narrowing } from './model/state';

const loadDetails = async () => ({ default: (await import('./details/details')).Details });
const Details = lazy(loadDetails);

/** Renders any log from its server definition. */
export function LogScreen({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  const { definition, isPending, error, refetch } = useDefinition(screen.resource);
  if (definition) return <LogList screen={screen} definition={definition} />;
  return (
    <>
      <Head screen={screen} />
      <div className={`${looks.card} ${looks.clipped}`}>
        {isPending && <Skeleton height={420} radius="lg" />}
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!isPending && !error && (
          <EmptyState
            Icon={IconNotebook}
            title={t('ui.logs.notKept')}
            text={t('ui.logs.notKeptText', { many: t(`resource.${screen.resource}.many`) })}
          />
        )}
      </div>
    </>
  );
}

function Head({ screen, children }: { screen: ScreenInfo; children?: ReactNode }) {
  const { t } = useTranslation();
  const title = t(`screen.${screen.screenCode}`, { defaultValue: screen.title });
  return (
    <ListHead title={title} about={t([`ui.logs.about.${screen.screenCode}`, `resource.${screen.resource}.about`])}>
      {children}
    </ListHead>
  );
}

/** The screen that shows the details beside the list. */
const withPanel = 'SD-SMS-015';

function LogList({ screen, definition }: { screen: ScreenInfo; definition: Definition }) {
  const { t } = useTranslation();
  const page = useLog(definition, screen.screenCode);
  const { state, list, answer, isPhone } = page;
  const { isExporting, start } = useExport(definition, t('ui.logs.file'));
  const isWide = useWidth('(min-width: 1200px)');
  const hasPanel = screen.screenCode === withPanel && isWide;
  const kind = useRowKind(definition, hasPanel, list.open);
  const firstFilter = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => firstFilter.current?.focus()]]);

  const timeField = definition.fields[0]?.name ?? '';
  const lines = useMemo(() => answer.data && linesOf(answer.data.content, timeField), [answer.data, timeField]);
  const opened = lines?.find(({ id }) => id === state.open);
  const isDetailsUsed = useOnce(hasPanel || opened !== undefined);
  usePreload(loadDetails);
  return (
    <>
      <Head screen={screen}>
        <RefreshButton label={t('ui.logs.refresh')} answer={answer} />
        {definition.exports !== false && (
          <ToolButton
            Icon={IconDownload}
            label={t('ui.common.export')}
            loading={isExporting}
            disabled={answer.data?.totalElements === 0}
            onClick={() => void start(narrowing(state))}
          />
        )}
      </Head>
      <Filters definition={definition} state={state} isPhone={isPhone} firstRef={firstFilter} list={list} />
      <div className={classes.split} data-panel={hasPanel || undefined}>
        <List
          page={page}
          title={t(`screen.${screen.screenCode}`)}
          kind={kind}
          rows={lines}
          marked={state.open}
          notRenewed={t('ui.logs.loadedNot')}
          empty={<EmptyState Icon={IconNotebook} words="ui.logs.empty" />}
          noResult={{ text: t('ui.logs.noResult'), clear: t('ui.logs.clear') }}
        />
        <Suspense>
          {isDetailsUsed && (
            <Details definition={definition} entry={opened?.entry} asPanel={hasPanel} onClose={list.close} />
          )}
        </Suspense>
      </div>
    </>
  );
}

/**
 * One page, newest first. The screen is a parameter, not taken from the address: when switching logs this one fetches
 * once more while the address already belongs to the other.
 */
function useLog(definition: Definition, screenId: string) {
  const { entityCode, userId } = useAuth();
  const address = useMemo(() => addressOf(definition.filters), [definition]);
  return useListPage(address, (state) => {
    const query = { ...narrowing(state), page: state.page - 1, size: state.size };
    return {
      queryKey: ['log', entityCode, userId, definition.resource, query],
      queryFn: async ({ signal }) => {
        const page = await list<Entry>(definition, query, { signal, screenId });
        return { ...page, content: page.content.map(textual) };
      },
    };
  });
}
