import { Button } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Pager } from '@/components/pager';
import { Outdated, table } from '@/components/table';
import type { Page } from '@/lib/api';
import { useTranslation } from '@/lib/wording';
import type { ListActions } from '../data/use-list-state';
import type { Definition, MasterRecord } from '../model/definition';
import { type ListState, nextSort, SIZES, withList } from '../model/url-state';
import { CardList } from './card-list';
import { MasterTable } from './master-table';
import { ErrorState, NoResult, NothingYet } from './states';
import type { RowsProps } from './use-rows';

interface Props {
  definition: Definition;
  title: string;
  state: ListState;
  list: ListActions;
  answer: UseQueryResult<Page<MasterRecord>>;
  shared: RowsProps;
  isPhone: boolean;
  isSelecting: boolean;
}

/** The rows, or a placeholder. */
export function ListBody({ definition, title, state, list, answer, shared, isPhone, isSelecting }: Props) {
  const { t } = useTranslation();
  const { data, error, fetchStatus } = answer;
  const isOffline = fetchStatus === 'paused';
  const total = data?.totalElements ?? 0;
  useLastPage(state, list, data);

  if (!data && (error || isOffline)) {
    return <ErrorState error={error} onRetry={() => void answer.refetch()} />;
  }
  const isEmpty = data !== undefined && data.content.length === 0 && total === 0;
  const rows = isEmpty ? undefined : { ...shared, expected: state.size, caption: title };
  return (
    <>
      {data && (error || isOffline) && (
        <Outdated
          text={t(isOffline ? 'ui.master.offline.bar' : 'ui.master.notRenewed')}
          onRetry={isOffline ? undefined : () => void answer.refetch()}
        />
      )}
      <div
        className={table.scroll}
        aria-busy={(answer.isPlaceholderData && fetchStatus === 'fetching') || undefined}
      >
        {rows && isPhone && <CardList {...rows} label={definition.label} isSelecting={isSelecting} />}
        {rows && !isPhone && (
          <MasterTable
            {...rows}
            definition={definition}
            sort={state.sort}
            onSort={(field) => list.go(withList(state, { sort: nextSort(state.sort, field) }))}
          />
        )}
        {isEmpty && <Nothing definition={definition} state={state} list={list} canAdd={shared.rights.edit} />}
      </div>
      {total > 0 && (
        <Pager
          page={state.page}
          size={state.size}
          total={total}
          sizes={SIZES}
          onPage={(page) => list.go({ ...state, page })}
          onSize={(size) => list.go(withList(state, { size }))}
        />
      )}
    </>
  );
}

/** After deleting the last record of the last page, show the page before it. */
function useLastPage(state: ListState, list: ListActions, data: Page<MasterRecord> | undefined) {
  const last = data ? Math.max(1, Math.ceil(data.totalElements / state.size)) : state.page;
  const isBeyond = data !== undefined && data.content.length === 0 && state.page > last;
  useEffect(() => {
    if (isBeyond) list.go({ ...state, page: last });
  }, [isBeyond, last, list, state]);
}

type NothingProps = Pick<Props, 'definition' | 'state' | 'list'> & { canAdd: boolean };

function Nothing({ definition, state, list, canAdd }: NothingProps) {
  const { t } = useTranslation();
  const isNarrowed = state.q !== '' || Object.keys(state.filters).length > 0;
  if (isNarrowed) return <NoResult onClear={() => list.go(withList(state, { q: '', filters: {} }))} />;
  const one = t(`resource.${definition.resource}.one`);
  return (
    <NothingYet many={t(`resource.${definition.resource}.many`)} canAdd={canAdd}>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => list.open('new')}>
        {t('ui.master.new', { one })}
      </Button>
      <Button
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={() => list.open('import')}
      >
        {t('ui.common.import')}
      </Button>
    </NothingYet>
  );
}
