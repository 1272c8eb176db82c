import { Button, Group, Text } from '@mantine/core';
import { IconDownload, IconListCheck, IconLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ToolButton } from '@/components/icon-button';
import {
  List,
  type ListActions,
  type ListAddress,
  type ListState,
  listClasses,
  RefreshButton,
  type RowKind,
  TextCell,
  useExport,
  useSelection,
} from '@/components/list';
import { Pill } from '@/components/pill';
import { toast } from '@/lib/feedback';
import { useFormats } from '@/lib/formats';
import { holdRequests } from '@/lib/holds';
import { pathOfRequest } from '@/lib/requests';
import { type ScreenInfo, useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useUserNames } from '@/lib/user-names';
import { useIsPhone } from '@/lib/width';
import { useTranslation } from '@/lib/wording';
import { type DayName, type DueItem, items, queryOf, useItems, useKey } from './calls';

const HoldDialog = lazy(() => import('@/shared/hold-dialog'));

const keyOf = ({ txnRefNo, documentNo, versionNo }: DueItem) => `${txnRefNo} ${documentNo ?? ''} ${versionNo ?? ''}`;

interface Props {
  screen: ScreenInfo;
  day: DayName;
  state: ListState;
  list: ListActions;
  address: ListAddress;
}

/** Exactly what is destroyed on a day; some of it can be kept longer. */
export function Items({ screen, day, state, list, address }: Props) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const { screenCode } = screen;
  const { businessActions = [] } = useAuth();
  const mayHold = businessActions.includes('legalhold') && !day.isHeld;
  const answer = useItems(state, day, screenCode);
  const isPhone = useIsPhone();
  const [keeping, setKeeping] = useState<DueItem[]>([]);
  const selection = useSelection(answer.data?.content, keyOf);
  const kind = useRowKind(day, answer.data?.content, mayHold, setKeeping);
  const queries = useQueryClient();
  const root = useKey();
  const { isExporting, start } = useExport(items, t('ui.retention.exported'));
  const name = t(`ui.retention.kind.${day.kind}`);
  const title = day.isHeld
    ? `${t('ui.retention.keptByHold')} · ${name}`
    : t('ui.retention.day', { kind: name, day: date(day.date) });
  const references = [...new Set(keeping.map(({ txnRefNo }) => txnRefNo))];
  const keep = async (reason: string) => {
    const failed = await holdRequests(references, reason, { screenId: screenCode });
    await queries.invalidateQueries({ queryKey: root });
    selection.clear();
    if (failed.length > 0) throw new Error(failed.map(({ txnRefNo, error }) => `${txnRefNo}: ${error}`).join(' '));
    toast(t('ui.hold.setMany', { count: references.length }), 'good');
  };
  const left = [...selection.rows.values()].filter(({ isHeld }) => !isHeld);
  return (
    <>
      <Group mih={36} wrap="nowrap" justify="space-between" gap={8} mb={12}>
        <Text component="h2" miw={0} fz="lg" fw={600}>
          {title}
        </Text>
        <Group wrap="nowrap" gap={8} flex="none">
          {mayHold && isPhone && (
            <ToolButton Icon={IconListCheck} label={t('ui.retention.select')} onClick={selection.begin} />
          )}
          {businessActions.includes('export') && (
            <ToolButton
              Icon={IconDownload}
              label={t('ui.retention.export')}
              loading={isExporting}
              onClick={() => void start(queryOf(day), screenCode)}
            />
          )}
          <RefreshButton
            label={t('ui.retention.refresh')}
            answer={answer}
            onClick={() => void queries.invalidateQueries({ queryKey: root })}
          />
        </Group>
      </Group>
      <List
        page={{ state: { ...state, filters: {} }, list, answer, address, isPhone }}
        title={title}
        kind={kind}
        rows={answer.data?.content}
        selection={mayHold ? selection : undefined}
        bulk={() => (
          <Button size="xs" variant="default" disabled={left.length === 0} onClick={() => setKeeping(left)}>
            {t('ui.retention.keep')}
          </Button>
        )}
        empty={
          <Text p={24} c="dimmed" inherit>
            {t('ui.retention.emptyDay')}
          </Text>
        }
      />
      <Suspense>
        {keeping.length > 0 && (
          <HoldDialog
            words="keep"
            name={references[0] ?? ''}
            count={references.length}
            targets={['request']}
            run={(_, reason) => keep(reason)}
            onClose={() => setKeeping([])}
          />
        )}
      </Suspense>
    </>
  );
}

function useRowKind(
  { kind, isHeld: isPast }: DayName,
  rows: DueItem[] | undefined,
  mayHold: boolean,
  onKeep: (rows: DueItem[]) => void,
): RowKind<DueItem> {
  const { t } = useTranslation();
  const { date, number } = useFormats();
  const auth = useAuth();
  const nameOf = useUserNames(rows?.map(({ owner }) => owner) ?? []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: names change with the rows, paths not within a session
  return useMemo(() => {
    // The title names the day, so a column of its own is for what differs from it: a hold, or an earlier day.
    const isMarked = isPast || rows?.some(({ isHeld }) => isHeld);
    const names = [
      'txnRefNo',
      ...(isMarked ? ['date'] : []),
      'customerName',
      ...(kind === 'records' ? [] : ['documentTitle', 'versionNo']),
      'owner',
    ];
    const until = t(`ui.retention.column.${isPast ? 'endedOn' : 'date'}`);
    const reference = ({ txnRefNo }: DueItem) => {
      const to = pathOfRequest(auth, txnRefNo);
      if (!to) return txnRefNo;
      return (
        <Link className={listClasses.code} to={to} data-line>
          {txnRefNo}
        </Link>
      );
    };
    const kept = ({ isHeld, date: day }: DueItem) =>
      isHeld && !isPast ? <Pill tone="warn">{t('ui.retention.held')}</Pill> : date(day);
    return {
      columns: names.map((name) => ({ name, label: name === 'date' ? until : t(`ui.retention.column.${name}`) })),
      keyOf,
      nameOf: (row) => [row.txnRefNo, row.documentTitle].filter(Boolean).join(', '),
      cells: (row) => (
        <>
          <td className={looks.figures}>{reference(row)}</td>
          {isMarked && <td title={date(row.date)}>{kept(row)}</td>}
          <TextCell text={row.customerName} />
          {kind !== 'records' && (
            <>
              <TextCell text={row.documentTitle ?? ''} />
              <TextCell text={row.versionNo === null ? '' : number(row.versionNo)} />
            </>
          )}
          <TextCell text={nameOf(row.owner)} title={row.owner} />
        </>
      ),
      card: (row) => (
        <>
          <span className={listClasses.second}>{reference(row)}</span>
          <span className={looks.break}>{row.documentTitle ?? t('ui.retention.wholeRecord')}</span>
          <span className={listClasses.second}>
            {[row.customerName, row.versionNo && t('ui.retention.version', { number: row.versionNo })]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span className={listClasses.second}>{nameOf(row.owner)}</span>
          {isPast && (
            <span className={listClasses.second}>
              {until}: {date(row.date)}
            </span>
          )}
        </>
      ),
      cardEnd: (row) => (row.isHeld && !isPast ? <Pill tone="warn">{t('ui.retention.held')}</Pill> : null),
      cardLines: 4,
      menu: mayHold
        ? (row) => (row.isHeld ? [] : [{ label: t('ui.retention.keep'), Icon: IconLock, onClick: () => onKeep([row]) }])
        : undefined,
    };
  }, [t, date, number, kind, isPast, mayHold, onKeep, rows, nameOf]);
}
