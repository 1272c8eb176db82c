import { Box, Button, CloseButton, Flex, Group, NativeSelect, Pill, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import {
  IconChevronLeft,
  IconChevronRight,
  IconCloudOff,
  IconPlugConnectedX,
  IconRefresh,
  IconSearchOff,
} from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { memo, type ReactNode, useEffect } from 'react';
import { IconButton, ToolButton } from '@/components/icon-button';
import { messageOf, type Page } from '@/lib/api';
import { useFormats } from '@/lib/formats';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { EmptyState } from '../empty-state';
import classes from './list.module.css';
import { Cards, type RowKind, Table } from './rows';
import { ScrollBox } from './search-box';
import {
  isNarrowed,
  type ListActions,
  type ListAddress,
  type ListPage,
  type ListState,
  nextSort,
  type Selection,
} from './state';

interface Chip {
  name: string;
  label: string;
  /** Left out where the label says it all. */
  text?: string;
}

/** The active filters, each removable. */
export function FilterChips({ chips, onRemove }: { chips: Chip[]; onRemove(name: string): void }) {
  const { t } = useTranslation();
  if (chips.length === 0) return null;
  return (
    <Flex wrap="wrap" gap={6} mb={12}>
      {chips.map(({ name, label, text }) => (
        <Pill
          key={name}
          size="md"
          withRemoveButton
          onRemove={() => onRemove(name)}
          removeButtonProps={{
            'aria-label': t('ui.master.filterRemove', { label }),
            tabIndex: 0,
            'aria-hidden': false,
          }}
        >
          {text === undefined ? label : `${label}: ${text}`}
        </Pill>
      ))}
    </Flex>
  );
}

interface BulkProps {
  selection: Selection<unknown>;
  /** Instead of how many rows are selected. */
  text: string | undefined;
  isPhone: boolean;
  /** The actions. */
  children: ReactNode;
}

/** Actions for the selection, across pages. */
function BulkBar({ selection, text: given, isPhone, children }: BulkProps) {
  const { t } = useTranslation();
  const text = given ?? t('ui.master.selected', { count: selection.rows.size });
  return (
    <section className={classes.bulk} aria-label={text}>
      <span aria-live="polite">{text}</span>
      {children}
      <CloseButton
        ms="auto"
        size={isPhone ? 44 : 28}
        iconSize={18}
        aria-label={t('ui.master.deselect')}
        onClick={selection.clear}
      />
    </section>
  );
}

interface RefreshProps {
  label: string;
  answer: UseQueryResult;
  /** Fetches more than the list again. */
  onClick?(): void;
}

export const RefreshButton = ({ label, answer, onClick = () => void answer.refetch() }: RefreshProps) => (
  <ToolButton
    Icon={IconRefresh}
    label={label}
    loading={answer.isRefetching && !answer.isPlaceholderData}
    onClick={onClick}
  />
);

/** The list could not be refreshed, or is not whole. */
function Outdated({ text, onRetry }: { text: string; onRetry?(): void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.outdated} role="alert">
      {text}
      {onRetry && (
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('ui.common.retry')}
        </Button>
      )}
    </div>
  );
}

interface ErrorProps {
  /** Absent when the requested record cannot exist. */
  error: unknown;
  onRetry(): void;
}

/** The error in place of the data, with a retry button; knows when the device is offline. */
export function ErrorState({ error, onRetry }: ErrorProps) {
  const { t } = useTranslation();
  const { online } = useNetwork();
  const Icon = online ? IconPlugConnectedX : IconCloudOff;
  const title = online ? (error ? messageOf(error) : t('message.noRecords')) : t('ui.master.offline.title');
  return (
    <div role="alert">
      <EmptyState Icon={Icon} title={title} text={online ? undefined : t('ui.master.offline.text')}>
        <Button variant="default" onClick={onRetry}>
          {t('ui.common.retry')}
        </Button>
      </EmptyState>
    </div>
  );
}

interface Props<R> {
  page: ListPage<Page<unknown>>;
  title: string;
  kind: RowKind<R>;
  /** The rows of the answer; undefined while loading. */
  rows: R[] | undefined;
  selection?: Selection<R>;
  /** The actions for the selected rows. */
  bulk?(rows: R[]): ReactNode;
  /** What is selected, when it is more than the rows. */
  selected?: string;
  /** The key of the row that is open beside the list. */
  marked?: string;
  /** Says that the list is not whole. */
  notice?: string;
  notRenewed?: string;
  /** In place of a list without any record. */
  empty: ReactNode;
  /** In place of a search without result. */
  noResult?: { text: string; clear: string };
}

/** The rows with their states: loading, failed, outdated, empty, without result. */
export function List<R>({ page, kind, selection, bulk, notice, ...rest }: Props<R>) {
  const { t } = useTranslation();
  const { state, list, answer, address, isPhone } = page;
  const { data, error, fetchStatus } = answer;
  const isOffline = fetchStatus === 'paused';
  const retry = () => void answer.refetch();
  useLastPage(state, list, data);
  const total = data?.totalElements ?? 0;
  const isEmpty = data !== undefined && total === 0;
  const Rows = isPhone ? Cards : Table;
  return (
    <Box className={`${looks.card} ${looks.clipped}`} pos="relative">
      {selection?.isOn && bulk && (
        <BulkBar selection={selection as Selection<unknown>} text={rest.selected} isPhone={isPhone}>
          {bulk([...selection.rows.values()])}
        </BulkBar>
      )}
      {!data && (error || isOffline) ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <>
          {data && isOffline && <Outdated text={t('ui.master.offline.bar')} />}
          {data && error && !isOffline && (
            <Outdated text={rest.notRenewed ?? t('ui.master.notRenewed')} onRetry={retry} />
          )}
          {notice && <Outdated text={notice} />}
          <ScrollBox
            className={`${classes.scroll} ${looks.scrollX}`}
            label={rest.title}
            aria-busy={(answer.isPlaceholderData && fetchStatus === 'fetching') || undefined}
          >
            {isEmpty && <Nothing state={state} list={list} empty={rest.empty} noResult={rest.noResult} />}
            {!isEmpty && (
              <Rows
                kind={kind}
                title={rest.title}
                rows={rest.rows}
                expected={state.size}
                sort={state.sort}
                onSort={(field) => list.show({ sort: nextSort(state.sort, field, address.sort) })}
                selection={selection}
                marked={rest.marked ?? ''}
              />
            )}
          </ScrollBox>
          {total > 0 && <Pager page={state.page} size={state.size} total={total} address={address} list={list} />}
        </>
      )}
    </Box>
  );
}

/** After the last record of the last page is gone, show the page before it. */
function useLastPage(state: ListState, list: ListActions, data: Page<unknown> | undefined) {
  const last = data ? Math.max(1, Math.ceil(data.totalElements / state.size)) : state.page;
  const isBeyond = data !== undefined && data.content.length === 0 && state.page > last;
  useEffect(() => {
    if (isBeyond) list.show({ page: last });
  }, [isBeyond, last, list]);
}

type NothingProps = Pick<Props<unknown>, 'empty' | 'noResult'> & { state: ListState; list: ListActions };

function Nothing({ state, list, empty, noResult }: NothingProps) {
  const { t } = useTranslation();
  if (!isNarrowed(state)) return empty;
  return (
    <EmptyState Icon={IconSearchOff} title={t('message.noRecords')} text={noResult?.text ?? t('ui.master.noResult')}>
      <Button variant="default" onClick={() => list.show({ q: '', filters: {} })}>
        {noResult?.clear ?? t('ui.common.clear')}
      </Button>
    </EmptyState>
  );
}

interface PagerProps {
  page: number;
  size: number;
  total: number;
  address: ListAddress;
  list: ListActions;
}

/** "1–15 of 64", page size, previous and next. */
const Pager = memo(function Pager({ page, size, total, address, list }: PagerProps) {
  const { sizes, most = Number.POSITIVE_INFINITY, farthest = most } = address;
  const { t } = useTranslation();
  const { number } = useFormats();
  const reachable = Math.min(total, farthest);
  const from = Math.min((page - 1) * size + 1, reachable);
  const to = Math.min(page * size, reachable);
  const shownTotal = total >= most ? t('ui.logs.most', { number: number(most) }) : number(total);
  const turn = (Icon: typeof IconChevronLeft, word: string, to: number, disabled: boolean) => (
    <IconButton
      Icon={Icon}
      iconSize={16}
      variant="default"
      size={32}
      disabled={disabled}
      onClick={() => list.show({ page: to })}
      label={t(`ui.master.${word}`)}
    />
  );
  return (
    <Flex
      component="nav"
      className={`${classes.pager} ${looks.lineAbove}`}
      wrap="wrap"
      align="center"
      gap={8}
      py={8}
      fz="sm"
      c="dimmed"
      aria-label={t('ui.master.pages')}
    >
      <span aria-live="polite">{t('ui.master.range', { from: number(from), to: number(to), total: shownTotal })}</span>
      <Group className={classes.size} wrap="nowrap" gap={8}>
        <span className={looks.phoneHidden} aria-hidden>
          {t('ui.master.perPage')}
        </span>
        <NativeSelect
          size="xs"
          w={72}
          aria-label={t('ui.master.perPage')}
          data={sizes.map(String)}
          value={String(size)}
          onChange={(event) => list.show({ size: Number(event.currentTarget.value) })}
        />
      </Group>
      {turn(IconChevronLeft, 'previous', page - 1, page <= 1)}
      {turn(IconChevronRight, 'next', page + 1, to >= reachable)}
    </Flex>
  );
});

interface HeadProps {
  title: string;
  about?: string;
  /** Actions for the list as a whole. */
  children?: ReactNode;
}

/** Title, description and actions of a page. */
export function ListHead({ title, about, children }: HeadProps) {
  return (
    <Group className={classes.head} justify="space-between" mb={20}>
      <h1 className={classes.title}>{title}</h1>
      {children && <Group gap={8}>{children}</Group>}
      {about && (
        <Text className={classes.about} c="dimmed" inherit>
          {about}
        </Text>
      )}
    </Group>
  );
}
