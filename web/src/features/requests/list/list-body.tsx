import { Button } from '@mantine/core';
import { IconInbox, IconPlus, IconSearchOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { EmptyState } from '@/components/empty-state';
import { LoadFailed } from '@/components/load-failed';
import { Pager } from '@/components/pager';
import { ScrollBox } from '@/components/scroll-box';
import { Outdated, table } from '@/components/table';
import type { Page } from '@/lib/api';
import type { RequestRow } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import type { ListKind } from '../model/columns';
import { farthest, isNarrowed, type ListState, mostCounted, nextSort, sizes } from '../model/list-state';
import type { RequestRoutes } from '../request-routes';
import { RequestCards } from './request-cards';
import { RequestTable } from './request-table';
import type { Selection } from './use-selection';

interface Props {
  kind: ListKind;
  title: string;
  state: ListState;
  go(next: ListState): void;
  answer: UseQueryResult<Page<RequestRow>>;
  selection: Selection | undefined;
  isPhone: boolean;
  isSelecting: boolean;
  routes: RequestRoutes;
}

/** The rows, or a placeholder. */
export function ListBody({ kind, state, go, answer, isPhone, ...rest }: Props) {
  const { t } = useTranslation();
  const { data, error } = answer;
  const total = data?.totalElements ?? 0;
  useLastPage(state, go, data);
  if (!data && error) return <LoadFailed error={error} onRetry={() => void answer.refetch()} />;
  const isEmpty = data !== undefined && total === 0;
  const shared = { ...rest, rows: data?.content, expected: state.size };
  return (
    <>
      {data && error && <Outdated text={t('ui.master.notRenewed')} onRetry={() => void answer.refetch()} />}
      {data?.newestOnly && <Outdated text={t('ui.requests.newestOnly')} />}
      <ScrollBox
        className={table.scroll}
        label={rest.title}
        aria-busy={answer.isPlaceholderData || undefined}
      >
        {isEmpty && <Nothing state={state} go={go} create={rest.routes.create} />}
        {!isEmpty && isPhone && <RequestCards {...shared} tells={kind.card} />}
        {!isEmpty && !isPhone && (
          <RequestTable
            {...shared}
            columns={kind.columns}
            sort={state.sort}
            onSort={(field) => go({ ...state, page: 1, sort: nextSort(state.sort, field, kind.sort) })}
          />
        )}
      </ScrollBox>
      {total > 0 && (
        <Pager
          page={state.page}
          size={state.size}
          total={total}
          sizes={sizes}
          most={mostCounted}
          farthest={farthest}
          onPage={(page) => go({ ...state, page })}
          onSize={(size) => go({ ...state, page: 1, size })}
        />
      )}
    </>
  );
}

/** After the last request of the last page is gone, show the page before it. */
function useLastPage(state: ListState, go: Props['go'], data: Page<RequestRow> | undefined) {
  const last = data ? Math.max(1, Math.ceil(data.totalElements / state.size)) : state.page;
  const isBeyond = data !== undefined && data.content.length === 0 && state.page > last;
  useEffect(() => {
    if (isBeyond) go({ ...state, page: last });
  }, [isBeyond, last, go, state]);
}

function Nothing({ state, go, create }: Pick<Props, 'state' | 'go'> & { create: string | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;
  if (isNarrowed(state)) {
    return (
      <EmptyState
        icon={<IconSearchOff {...icon} />}
        title={t('message.noRecords')}
        text={t('ui.master.noResult')}
      >
        <Button variant="default" onClick={() => go({ ...state, page: 1, q: '', filters: {} })}>
          {t('ui.master.filtersClear')}
        </Button>
      </EmptyState>
    );
  }
  const text = t(create ? 'ui.requests.empty.create' : 'ui.requests.empty.wait');
  return (
    <EmptyState icon={<IconInbox {...icon} />} title={t('ui.requests.empty.title')} text={text}>
      {create && (
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => void navigate({ to: create })}
        >
          {t('ui.requests.create')}
        </Button>
      )}
    </EmptyState>
  );
}
