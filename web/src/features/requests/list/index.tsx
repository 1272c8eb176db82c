import { Box, Button, Flex, Group } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import {
  IconArrowForwardUp,
  IconBan,
  IconBellRinging,
  IconCalendarPlus,
  IconChevronDown,
  IconDots,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconInbox,
  IconPlus,
  IconSend,
  IconSquareCheck,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { EmptyState } from '@/components/empty-state';
import { IconButton } from '@/components/icon-button';
import { ActionMenu, loadMenus } from '@/components/lazy-menu';
import {
  FilterChips,
  FilterMenu,
  List,
  type ListActions,
  ListHead,
  type ListState,
  narrowing,
  pageQuery,
  SearchBox,
  useExport,
  useSelection,
} from '@/components/list';
import { useBusy } from '@/lib/busy';
import { useFormats } from '@/lib/formats';
import { useOnce, usePreload } from '@/lib/on-demand';
import { can, useMay } from '@/lib/permissions';
import { type RequestRow, requestStatuses, searchRequests } from '@/lib/requests';
import { type ScreenInfo, useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useUserNames } from '@/lib/user-names';
import { useTranslation } from '@/lib/wording';
import { BulkSending, useBulkSend } from '../bulk-send';
import { useNames } from '../data/use-choices';
import { useRequestList } from '../data/use-list';
import { addressOn, counted, type FilterName, filterNames, ownOn } from '../model/list-state';
import { useRequestRoutes } from '../request-routes';
import { fieldKeys, filterKeys } from '../shared/words';
import classes from './list.module.css';
import { keyOf, useRowKind } from './rows';
import { ViewMenu } from './views';

const loadDialog = () => import('../actions/bulk-dialog');
const BulkDialog = lazy(loadDialog);
const FilterFields = lazy(() => import('./filter-fields'));

export type BulkAction = 'send' | 'remind' | 'forward' | 'extend' | 'cancel';

const bulkActions = [
  { action: 'send', Icon: IconSend },
  { action: 'remind', Icon: IconBellRinging },
  { action: 'forward', Icon: IconArrowForwardUp },
  { action: 'extend', Icon: IconCalendarPlus },
  { action: 'cancel', Icon: IconBan },
] as const;

/** One of the three request lists: search, filter, save the view, bulk actions, open one. */
export default function RequestList({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  const { screenCode } = screen;
  const { userId } = useAuth();
  const { create } = useRequestRoutes();
  const address = addressOn(screenCode, ownOn(screenCode, userId, create !== undefined));
  const page = useRequestList(address, screenCode);
  const { state, list, answer, isPhone } = page;
  const [single, setSingle] = useState<{ row: RequestRow; action: BulkAction } | null>(null);
  const onRow = useCallback((row: RequestRow, action: BulkAction) => setSingle({ row, action }), []);
  const kind = useRowKind(screenCode, onRow);
  const { selection, isAll, selectAll, loadAll } = useListSelection(page, screenCode);
  const [acting, setActing] = useState<BulkAction | null>(null);
  const isDialogUsed = useOnce(acting !== null || single !== null);
  const searchRef = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  usePreload(loadDialog);
  usePreload(loadMenus);
  const onCreate = create ? () => void navigate({ to: create }) : undefined;
  useHotkeys([
    ['/', () => searchRef.current?.focus()],
    ['n', () => onCreate?.()],
  ]);
  const title = t(`screen.${screenCode}`);
  const { number } = useFormats();
  const allText = useAllText();
  const mayAct = can(screen, 'edit');
  const total = answer.data?.totalElements ?? 0;
  const isCounted = total < counted.most;
  const bulkSend = useBulkSend(screenCode, useMay('send') && mayAct);
  const { status, ...others } = state.filters;
  const text = useFilterText(state.filters);
  const active = filterNames.filter((name) => others[name]);
  // The order is mentioned only while it applies.
  const isNewestFirst = screenCode === 'SD-BNK-005' && state.sort === '-createdOn';
  return (
    <>
      <ListHead title={title} about={t(`ui.requests.about.${isNewestFirst ? 'newest' : screenCode}`)}>
        <Files
          screenCode={screenCode}
          state={state}
          isEmpty={answer.data?.totalElements === 0}
          isPhone={isPhone}
          onSelect={mayAct ? selection.begin : undefined}
        />
        {onCreate && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            aria-keyshortcuts="n"
            aria-label={t('ui.requests.create')}
            onClick={onCreate}
          >
            {t(isPhone ? 'ui.requests.createShort' : 'ui.requests.create')}
          </Button>
        )}
      </ListHead>
      <Group gap={8} mb={12}>
        <SearchBox
          inputRef={searchRef}
          label={t('ui.requests.search')}
          value={state.q}
          onChange={(q) => q !== state.q && list.show({ q })}
        />
        <Group gap={8} ms="auto">
          <ViewMenu screenCode={screenCode} address={address} state={state} list={list} isPhone={isPhone} />
          <FilterMenu
            isPhone={isPhone}
            count={active.length}
            width={440}
            onClear={() => list.show({ filters: status ? { status } : {} })}
          >
            <FilterFields state={state} list={list} />
          </FilterMenu>
        </Group>
      </Group>
      <StatusTabs state={state} list={list} />
      <FilterChips
        chips={active.map((name) => ({
          name,
          label: t(filterKeys(name)),
          text: name === 'overdue' ? undefined : text(name),
        }))}
        onRemove={(name) => list.filter(name, null)}
      />
      <BulkSending bulkSend={bulkSend} screenId={screenCode} />
      <List
        page={page}
        title={title}
        kind={kind}
        rows={answer.data?.content}
        selection={mayAct ? selection : undefined}
        notice={answer.data?.newestOnly ? t('ui.requests.newestOnly') : undefined}
        selected={isAll ? allText(isCounted ? total : undefined) : undefined}
        bulk={(rows) => (
          <>
            {!isAll && rows.length < total && rows.length >= (answer.data?.content.length ?? 0) && (
              <Button size="xs" variant="subtle" onClick={selectAll}>
                {isCounted ? t('ui.requests.selectAll', { all: number(total) }) : t('ui.requests.selectEvery')}
              </Button>
            )}
            <BulkButtons
              rows={rows}
              onAct={async (action) => {
                // Only sending takes the list itself; the other actions take its requests.
                if (isAll && action !== 'send') await loadAll();
                setActing(action);
              }}
            />
          </>
        )}
        empty={
          <EmptyState
            Icon={IconInbox}
            title={t('ui.requests.empty.title')}
            text={t(onCreate ? 'ui.requests.empty.create' : 'ui.requests.empty.wait')}
          >
            {onCreate && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
                {t('ui.requests.create')}
              </Button>
            )}
          </EmptyState>
        }
        noResult={{ text: t('ui.master.noResult'), clear: t('ui.master.filtersClear') }}
      />
      <Suspense>
        {isDialogUsed && (
          <BulkDialog
            action={single?.action ?? acting}
            rows={single ? new Map([[keyOf(single.row), single.row]]) : selection.rows}
            screenId={screenCode}
            onClose={() => {
              setActing(null);
              setSingle(null);
            }}
            onDone={isAll && acting === 'send' ? selection.clear : selection.drop}
            all={isAll && !single ? (isCounted ? total : 0) : undefined}
            onSend={(records) => bulkSend.start(records ? { records } : { filter: narrowing(state) })}
          />
        )}
      </Suspense>
    </>
  );
}

/** The selected rows, or the whole list: then the rows of every page that is shown are ticked. */
function useListSelection({ state, answer }: ReturnType<typeof useRequestList>, screenId: string) {
  const content = answer.data?.content;
  const rows = useSelection(content, keyOf);
  const [all, setAll] = useState<string | null>(null);
  const { sort: _order, ...filter } = narrowing(state);
  const list = JSON.stringify(filter);
  const isAll = all === list;
  const { set } = rows;
  useEffect(() => {
    if (isAll && content) set(content, true);
  }, [isAll, content, set]);
  const selection = useMemo((): typeof rows => {
    const drop = (what: () => void) => {
      setAll(null);
      what();
    };
    return {
      ...rows,
      set: (changed, on) => (on ? rows.set(changed, on) : drop(() => rows.set(changed, on))),
      drop: (keys) => drop(() => rows.drop(keys)),
      clear: () => drop(rows.clear),
    };
  }, [rows]);
  /** The rows of all pages, as far as they are counted. */
  const loadAll = async () => {
    const wanted = Math.min(answer.data?.totalElements ?? 0, counted.most);
    const size = 100;
    for (let page = 0; page * size < wanted; page += 1) {
      const query = { ...pageQuery(state), page, size };
      set((await searchRequests(query, { screenId, quiet: true })).content, true);
    }
  };
  return { selection, isAll, selectAll: () => setAll(list), loadAll };
}

/** What is selected when it is the whole list. */
function useAllText() {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (total: number | undefined) =>
    total === undefined ? t('ui.requests.everySelected') : t('ui.requests.allSelected', { all: number(total) });
}

interface BulkButtonsProps {
  rows: RequestRow[];
  onAct(action: BulkAction): Promise<void>;
}

function BulkButtons({ rows, onAct }: BulkButtonsProps) {
  const { t } = useTranslation();
  const [isBusy, run] = useBusy();
  return bulkActions.map(({ action, Icon }) => (
    <Button
      key={action}
      size="xs"
      variant="default"
      disabled={isBusy || !rows.some(({ allowed }) => allowed.includes(action))}
      leftSection={<Icon size={14} aria-hidden />}
      onClick={() => void run(() => onAct(action))}
    >
      {t(`ui.requests.action.${action}`)}
    </Button>
  ));
}

const place = { area: 'transaction', resource: 'docrequest' } as const;

interface FilesProps {
  screenCode: string;
  state: ListState;
  isEmpty: boolean;
  isPhone: boolean;
  onSelect: (() => void) | undefined;
}

/** The list as a file; on a phone the rarer actions share one button. */
function Files({ screenCode, state, isEmpty, isPhone, onSelect }: FilesProps) {
  const { t } = useTranslation();
  const mayExport = useMay('export');
  const { isExporting, start } = useExport(place, t('ui.requests.export.coming'));
  const file = (format: string, Icon: typeof IconFileTypeCsv) => ({
    label: t(`ui.requests.export.${format}`),
    Icon,
    onClick: () => void start({ ...narrowing(state), format }, screenCode),
  });
  const files = mayExport ? [file('csv', IconFileTypeCsv), file('xlsx', IconFileSpreadsheet)] : [];
  if (isPhone && (mayExport || onSelect)) {
    const select = { label: t('ui.master.selectSeveral'), Icon: IconSquareCheck };
    return (
      <ActionMenu
        items={() => [...(onSelect ? [{ ...select, onClick: onSelect }] : []), ...files]}
        button={(trigger) => (
          <IconButton
            Icon={IconDots}
            {...trigger}
            variant="default"
            size={44}
            label={t('ui.common.more')}
            loading={isExporting}
          />
        )}
      />
    );
  }
  if (!mayExport) return null;
  return (
    <ActionMenu
      items={() => files}
      button={(trigger) => (
        <Button
          {...trigger}
          variant="default"
          disabled={isEmpty}
          loading={isExporting}
          leftSection={<IconDownload size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t('ui.common.export')}
        </Button>
      )}
    />
  );
}

/** The most frequent filter, without a menu. */
function StatusTabs({ state, list }: { state: ListState; list: ListActions }) {
  const { t } = useTranslation();
  const chosen = state.filters.status ?? '';
  return (
    <Flex component="fieldset" className={`${classes.tabs} ${looks.scrollX}`} gap={4} miw={0} mb={12}>
      <legend className={looks.unseen}>{t(fieldKeys('transactionStatus'))}</legend>
      {['', ...requestStatuses].map((status) => (
        <Box
          key={status}
          type="button"
          component="button"
          className={`inset-focus ${classes.tab}`}
          flex="none"
          bdrs="md"
          aria-pressed={status === chosen}
          onClick={() => list.filter('status', status || null)}
        >
          {status ? t(`status.${status}`) : t('ui.master.all')}
        </Box>
      ))}
    </Flex>
  );
}

function useFilterText(filters: ListState['filters']) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const names: Partial<Record<FilterName, (code: string) => string>> = {
    branchCode: useNames('branchmaster', 'branchCode', [filters.branchCode]),
    requestCategory: useNames('categorydefinition', 'categoryCode', [filters.requestCategory]),
    customerType: useNames('customertypedefinition', 'customerTypeCode', [filters.customerType]),
    owner: useUserNames([filters.owner]),
    having: (name) => t(`ui.requests.having.${name}`),
    purgeWithin: (days) => t('ui.requests.filter.withinDays', { count: Number(days) }),
    from: date,
    to: date,
    dueFrom: date,
    dueTo: date,
    closedFrom: date,
    closedTo: date,
  };
  return (name: FilterName) => names[name]?.(filters[name] ?? '') ?? filters[name] ?? '';
}
