import { Button } from '@mantine/core';
import { IconNotebook, IconSearchOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { EmptyState } from '@/components/empty-state';
import { LoadFailed } from '@/components/load-failed';
import { Pager } from '@/components/pager';
import { Outdated, table } from '@/components/table';
import type { Page } from '@/lib/api';
import type { Definition } from '@/lib/definitions';
import { useTranslation } from '@/lib/wording';
import type { Entry, Line } from '../model/entry';
import { isNarrowed, type LogState, mostRows, sizes } from '../model/state';
import type { LogActions } from '../use-log';
import { LogCards } from './log-cards';
import { LogTable } from './log-table';

interface Props {
  definition: Definition;
  title: string;
  state: LogState;
  actions: LogActions;
  answer: UseQueryResult<Page<Entry>>;
  lines: Line[] | undefined;
  isPhone: boolean;
  /** The details take some room: show only the main columns. */
  isNarrow: boolean;
}

/** The entries, or a placeholder. */
export function LogBody({ answer, lines, state, actions, isPhone, ...rest }: Props) {
  const { t } = useTranslation();
  const { data, error, isPlaceholderData } = answer;
  if (!data && error) {
    return (
      <div className={table.frame}>
        <LoadFailed error={error} onRetry={() => void answer.refetch()} />
      </div>
    );
  }
  const total = data?.totalElements ?? 0;
  const List = isPhone ? LogCards : LogTable;
  return (
    <div className={table.frame}>
      {data && error && <Outdated text={t('ui.logs.loadedNot')} onRetry={() => void answer.refetch()} />}
      <div className={table.scroll} aria-busy={isPlaceholderData || undefined}>
        {data && total === 0 ? (
          <Nothing state={state} actions={actions} />
        ) : (
          <List {...rest} lines={lines} opened={state.open} expected={state.size} onOpen={actions.open} />
        )}
      </div>
      {total > 0 && (
        <Pager
          page={state.page}
          size={state.size}
          total={total}
          sizes={sizes}
          most={mostRows}
          onPage={(page) => actions.show({ page })}
          onSize={(size) => actions.show({ size })}
        />
      )}
    </div>
  );
}

function Nothing({ state, actions }: { state: LogState; actions: LogActions }) {
  const { t } = useTranslation();
  const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;
  if (!isNarrowed(state)) {
    return (
      <EmptyState
        icon={<IconNotebook {...icon} />}
        title={t('ui.logs.empty')}
        text={t('ui.logs.emptyText')}
      />
    );
  }
  return (
    <EmptyState
      icon={<IconSearchOff {...icon} />}
      title={t('message.noRecords')}
      text={t('ui.logs.noResult')}
    >
      <Button variant="default" onClick={() => actions.show({ from: '', to: '', filters: {} })}>
        {t('ui.logs.clear')}
      </Button>
    </EmptyState>
  );
}
