import { Box, Button, Flex, Group, Kbd, Select, Text } from '@mantine/core';
import { IconChecks, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { EmptyState } from '@/components/empty-state';
import {
  FilterChips,
  FilterMenu,
  List,
  type ListActions,
  type ListAddress,
  ListHead,
  type ListState,
  listClasses,
  pageQuery,
  type RowKind,
  TextCell,
  useListPage,
} from '@/components/list';
import { Pill } from '@/components/pill';
import { dayOf, daysBetween, today } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import { renewing } from '@/lib/live-queries';
import { type QueueItem, queueOf, useQueueKey } from '@/lib/review-queue';
import type { ScreenInfo } from '@/lib/session';
import { useUrlState } from '@/lib/url-state';
import { useTranslation } from '@/lib/wording';
import { useBranches, useChoices, useNames } from '../data/use-choices';
import { useLiveList } from '../data/use-list';
import { useLetters } from '../details/review/use-review';
import { Long } from '../list/rows';
import { counted } from '../model/list-state';
import { ChoiceField } from '../shared/choice-field';
import { columnKeys, filterKeys } from '../shared/words';
import { Thumbnail } from './thumbnail';

const filterNames = ['branchCode', 'requestCategory', 'level'] as const;

/** The most levels of review that an entity can have. */
const levels = ['1', '2', '3', '4', '5'];

const isFilter = (name: string, value: string) =>
  name === 'level' ? levels.includes(value) : (filterNames as readonly string[]).includes(name);

/** The queue has one order: the oldest due date first. */
export const address: ListAddress = {
  sizes: [25, 50, 100],
  sort: '',
  isSort: () => false,
  isFilter,
  ...counted,
};

const keyOf = ({ txnRefNo, documentNo }: QueueItem) => `${txnRefNo} ${documentNo}`;

/** The queue as a list: filter it, then open one document or start with the first. */
export function QueueList({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  const key = useQueueKey();
  const page = useListPage(address, (now) => ({
    queryKey: [...key, 'page', pageQuery(now)],
    queryFn: (context) => queueOf(pageQuery(now), renewing(context)),
  }));
  const { state, list, answer, isPhone } = page;
  useLiveList();
  const [, change] = useUrlState();
  const rows = answer.data?.content;
  const kind = useQueueRows(rows, screen.path, state.filters);
  const first = rows?.[0];
  const total = answer.data?.totalElements ?? 0;
  const start = () =>
    first && change({ txn: first.txnRefNo, doc: first.documentNo, page: undefined }, { replace: false });
  useLetters({ n: start });
  const title = t(`screen.${screen.screenCode}`);
  const text = useFilterText(state.filters);
  const active = filterNames.filter((name) => state.filters[name]);
  return (
    <>
      <ListHead title={title} about={t('ui.queue.about')}>
        {first && (
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            rightSection={isPhone ? undefined : <Kbd size="xs">N</Kbd>}
            aria-keyshortcuts="n"
            onClick={start}
          >
            {t('ui.queue.start')}
          </Button>
        )}
      </ListHead>
      <Group gap={8} mb={12}>
        <Text fz="sm" c="dimmed" aria-live="polite">
          {total > 0 && t('ui.queue.waiting', { count: total })}
        </Text>
        <Box ms="auto">
          <FilterMenu isPhone={isPhone} count={active.length} width={320} onClear={() => list.show({ filters: {} })}>
            <FilterFields state={state} list={list} />
          </FilterMenu>
        </Box>
      </Group>
      <FilterChips
        chips={active.map((name) => ({ name, label: t(filterKeys(name)), text: text(name) }))}
        onRemove={(name) => list.filter(name, null)}
      />
      <List
        page={page}
        title={title}
        kind={kind}
        rows={rows}
        empty={<EmptyState Icon={IconChecks} words="ui.queue.empty" />}
        noResult={{ text: t('ui.master.noResult'), clear: t('ui.master.filtersClear') }}
      />
    </>
  );
}

const columns = [
  'documentTitle',
  'customerName',
  'verdict',
  'documentDueDate',
  'waitingSince',
  'level',
  'requestCategory',
  'branchCode',
] as const;

/** How the automatic check went, in a word. */
const checkTones = { Pass: 'ok', Fail: 'bad', Unreadable: 'warn', Waiting: 'neutral' } as const;

function Check({ item: { verdict } }: { item: QueueItem }) {
  const { t } = useTranslation();
  if (!verdict || verdict === 'None') return null;
  return (
    <Pill tone={checkTones[verdict]}>
      {t([`ui.queue.check.${verdict}`, `ui.requests.verification.verdict.${verdict}`])}
    </Pill>
  );
}

/** How long a document waits for this level. */
const ageOf = ({ waitingSince, uploadedOn }: QueueItem) =>
  Math.max(0, daysBetween(dayOf(new Date(waitingSince ?? uploadedOn)), today()));

function useQueueRows(rows: QueueItem[] | undefined, path: string, filters: ListState['filters']): RowKind<QueueItem> {
  const { t } = useTranslation();
  const { moment, number } = useFormats();
  const [, change] = useUrlState();
  const branch = useNames(
    'branchmaster',
    'branchCode',
    rows?.map(({ branchCode }) => branchCode),
  );
  const category = useNames(
    'categorydefinition',
    'categoryCode',
    rows?.map(({ requestCategory }) => requestCategory),
  );
  return useMemo(() => {
    const age = (item: QueueItem) => t('ui.queue.age', { count: ageOf(item) });
    const title = (item: QueueItem) => (
      <Link
        className={listClasses.code}
        to={path}
        search={{ ...filters, txn: item.txnRefNo, doc: String(item.documentNo) } as never}
        title={item.documentTitle}
        data-line
      >
        {item.documentTitle}
      </Link>
    );
    return {
      columns: columns.map((name) => ({
        name,
        label: t(columnKeys(name)),
        isNumber: name === 'level',
      })),
      keyOf,
      nameOf: ({ documentTitle, txnRefNo }) => `${documentTitle}, ${txnRefNo}`,
      cells: (item) => (
        <>
          <td>
            <Flex align="center" gap={12}>
              <Thumbnail item={item} />
              {title(item)}
            </Flex>
          </td>
          <TextCell text={item.customerName} title={`${item.customerName} · ${item.txnRefNo}`} />
          <td>
            <Check item={item} />
          </td>
          <td>
            <Due item={item} />
          </td>
          <TextCell text={age(item)} title={moment(item.waitingSince ?? item.uploadedOn)} />
          <TextCell text={item.level > 0 ? number(item.level) : ''} isNumber />
          <Long value={category(item.requestCategory)} />
          <Long value={branch(item.branchCode)} />
        </>
      ),
      card: (item) => (
        <>
          {title(item)}
          <span className={listClasses.second}>
            {item.customerName} · {item.txnRefNo}
          </span>
          <span className={listClasses.second}>
            <Due item={item} /> · {item.level > 0 && `${t('ui.queue.level', { level: item.level })} · `}
            {t('ui.queue.waits', { age: age(item) })}
          </span>
        </>
      ),
      cardLines: 3,
      cardEnd: (item) => <Check item={item} />,
      open: (item) => () => change({ txn: item.txnRefNo, doc: item.documentNo, page: undefined }, { replace: false }),
    };
  }, [t, moment, number, branch, category, change, path, filters]);
}

/** A past date is labelled as such: never by colour alone. */
function Due({ item }: { item: QueueItem }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  if (daysBetween(item.documentDueDate, today()) <= 0) return date(item.documentDueDate);
  return (
    <Box component="span" c="var(--bad)">
      {date(item.documentDueDate)}{' '}
      <Box component="span" fz="xs" fw={500}>
        {t('ui.requests.overdue')}
      </Box>
    </Box>
  );
}

function FilterFields({ state, list }: { state: ListState; list: ListActions }) {
  const { t } = useTranslation();
  const field = (name: (typeof filterNames)[number]) => ({
    label: t(filterKeys(name)),
    value: state.filters[name] ?? null,
    onChange: (value: string | null) => list.filter(name, value),
  });
  return (
    <>
      <Select {...field('branchCode')} data={useBranches()} clearable searchable />
      <ChoiceField {...field('requestCategory')} choices={useChoices('categorydefinition', 'categoryCode')} />
      <Select
        {...field('level')}
        data={levels.map((level) => ({ value: level, label: t('ui.queue.level', { level }) }))}
        clearable
      />
    </>
  );
}

function useFilterText({ branchCode, requestCategory, level }: ListState['filters']) {
  const branch = useNames('branchmaster', 'branchCode', [branchCode]);
  const category = useNames('categorydefinition', 'categoryCode', [requestCategory]);
  const texts = {
    branchCode: branch(branchCode ?? ''),
    requestCategory: category(requestCategory ?? ''),
    level: level ?? '',
  };
  return (name: (typeof filterNames)[number]) => texts[name];
}
