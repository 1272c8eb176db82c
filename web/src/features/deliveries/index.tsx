import { Button, Group } from '@mantine/core';
import { IconCheckupList, IconListCheck, IconMailCheck, IconMailForward, IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { EmptyState } from '@/components/empty-state';
import { TypedField } from '@/components/form/typed-field';
import { ToolButton } from '@/components/icon-button';
import {
  List,
  type ListActions,
  type ListAddress,
  ListHead,
  type ListState,
  listClasses,
  RefreshButton,
  type RowKind,
  TextCell,
  useListPage,
  useSelection,
} from '@/components/list';
import { FilterSelect } from '@/components/list/filter-select';
import { MaybeLink } from '@/components/maybe-link';
import { Pill, type Tone } from '@/components/pill';
import { useFormats } from '@/lib/formats';
import { can } from '@/lib/permissions';
import { type ScreenInfo, useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { type Acting, ActionDialog } from './action-dialog';
import { type Delivery, mayDismiss, mayResend, useDeliveries } from './calls';

const states = ['failed', 'bounced', 'queued', 'sent', 'delivered', 'dismissed'];
const channels = ['Email', 'SMS'];

const isFilter = (name: string, value: string) =>
  (name === 'state' && states.includes(value)) ||
  (name === 'channel' && channels.includes(value)) ||
  name === 'txnRefNo';

/** The list has one order: what needs somebody first, then the newest. */
const address: ListAddress = {
  sizes: [25, 50, 100],
  sort: '',
  isSort: () => false,
  isFilter,
  most: 1_000,
  farthest: 10_000,
};

/** What became of each message, and what to do about those that did not arrive. */
export default function Deliveries({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  const { screenCode } = screen;
  const page = useListPage(address, useDeliveries(screenCode));
  const { state, list, answer, isPhone } = page;
  const queries = useQueryClient();
  const [acting, setActing] = useState<Acting | null>(null);
  const mayAct = can(screen, 'edit');
  const kind = useRowKind(mayAct, setActing);
  const selection = useSelection(answer.data?.content, keyOf);
  const title = t(`screen.${screenCode}`);
  return (
    <>
      <ListHead title={title} about={t('ui.deliveries.about')}>
        {mayAct && isPhone && (
          <ToolButton Icon={IconListCheck} label={t('ui.deliveries.select')} onClick={selection.begin} />
        )}
        <RefreshButton label={t('ui.deliveries.refresh')} answer={answer} />
      </ListHead>
      <Filters state={state} list={list} />
      <List
        page={page}
        title={title}
        kind={kind}
        rows={answer.data?.content}
        selection={mayAct ? selection : undefined}
        bulk={(rows) => <BulkButtons rows={rows} onAct={setActing} />}
        empty={<EmptyState Icon={IconMailCheck} words="ui.deliveries.empty" />}
        noResult={{ text: t('ui.master.noResult'), clear: t('ui.master.filtersClear') }}
      />
      {acting && (
        <ActionDialog
          acting={acting}
          screenCode={screenCode}
          onClose={() => setActing(null)}
          onDone={() => {
            setActing(null);
            selection.clear();
            void queries.invalidateQueries({ queryKey: ['deliveries'] });
          }}
        />
      )}
    </>
  );
}

interface BulkProps {
  rows: Delivery[];
  onAct(acting: Acting): void;
}

/** Each action applies to those of the selection that allow it. */
function BulkButtons({ rows, onAct }: BulkProps) {
  const { t } = useTranslation();
  const kinds = [
    { action: 'resend', rows: rows.filter(mayResend) },
    { action: 'dismiss', rows: rows.filter(mayDismiss) },
  ] as const;
  return kinds.map(({ action, rows }) => (
    <Button
      key={action}
      size="xs"
      variant="default"
      disabled={rows.length === 0}
      onClick={() => onAct({ action, rows })}
    >
      {t(`ui.deliveries.${action}`)}
    </Button>
  ));
}

function Filters({ state, list }: { state: ListState; list: ListActions }) {
  const { t } = useTranslation();
  const label = (name: string) => t(`ui.deliveries.column.${name}`);
  return (
    <Group gap={8} mb={12}>
      <FilterSelect
        label={label('state')}
        data={states.map((value) => ({ value, label: t(`ui.deliveries.state.${value}`) }))}
        value={state.filters.state}
        onChange={(value) => list.filter('state', value)}
      />
      <FilterSelect
        label={label('channel')}
        data={channels.map((value) => ({ value, label: t(`option.templateType.${value}`) }))}
        value={state.filters.channel}
        onChange={(value) => list.filter('channel', value)}
      />
      <TypedField
        className={listClasses.filter}
        aria-label={label('txnRefNo')}
        placeholder={label('txnRefNo')}
        value={state.filters.txnRefNo ?? ''}
        onChange={(value) => list.filter('txnRefNo', value.trim() || null)}
      />
    </Group>
  );
}

const keyOf = ({ messageId }: Delivery) => messageId;

const tones: Record<string, Tone> = { sent: 'ok', delivered: 'ok', queued: 'info', bounced: 'bad', failed: 'bad' };

const columns = ['recipient', 'state', 'event', 'channel', 'txnRefNo', 'answer', 'createdOn'] as const;

/** The overview of a request, for users who have it. */
function useOverview() {
  const { screens } = useAuth();
  const path = screens.find(({ screenCode }) => screenCode === 'SD-BNK-004')?.path;
  return (txnRefNo: string) => path?.replace(':txnRefNo', encodeURIComponent(txnRefNo));
}

function useRowKind(mayAct: boolean, onAct: (acting: Acting) => void): RowKind<Delivery> {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const overview = useOverview();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path of the overview does not change within a session
  return useMemo(() => {
    const event = (row: Delivery) =>
      t([`option.templateFor.${row.event}`, `ui.requests.messages.event.${row.event}`], { defaultValue: row.event });
    const channel = (row: Delivery) => t(`option.templateType.${row.channel}`, { defaultValue: row.channel });
    const state = (row: Delivery) => <Pill tone={tones[row.state]}>{t(`ui.deliveries.state.${row.state}`)}</Pill>;
    const reference = ({ txnRefNo }: Delivery) => (
      <MaybeLink className={listClasses.code} to={overview(txnRefNo)} data-line>
        {txnRefNo}
      </MaybeLink>
    );
    return {
      columns: columns.map((name) => ({ name, label: t(`ui.deliveries.column.${name}`) })),
      keyOf,
      nameOf: (row) => `${row.recipient}, ${row.txnRefNo}`,
      cells: (row) => (
        <>
          <TextCell text={row.recipient} />
          <td>{state(row)}</td>
          <TextCell text={event(row)} />
          <TextCell text={channel(row)} />
          <td>{reference(row)}</td>
          <TextCell
            text={row.answer ?? ''}
            title={`${row.answer ?? ''} · ${t('ui.requests.messages.tries', { count: row.tries })}`}
          />
          <TextCell text={moment(row.createdOn)} />
        </>
      ),
      card: (row) => (
        <>
          <span className={listClasses.second}>{reference(row)}</span>
          <span className={looks.cut} title={row.recipient}>
            {row.recipient}
          </span>
          <span className={listClasses.second}>
            {event(row)} · {channel(row)} · {moment(row.createdOn)}
          </span>
          {row.answer && <span className={listClasses.second}>{row.answer}</span>}
        </>
      ),
      cardEnd: state,
      cardLines: 4,
      menu: mayAct
        ? (row) => [
            ...(mayResend(row)
              ? [
                  {
                    label: t('ui.deliveries.resend'),
                    Icon: IconRefresh,
                    onClick: () => onAct({ action: 'resend', rows: [row] }),
                  },
                  {
                    label: t('ui.deliveries.correct'),
                    Icon: IconMailForward,
                    onClick: () => onAct({ action: 'correct', rows: [row] }),
                  },
                ]
              : []),
            ...(mayDismiss(row)
              ? [
                  {
                    label: t('ui.deliveries.dismiss'),
                    Icon: IconCheckupList,
                    onClick: () => onAct({ action: 'dismiss', rows: [row] }),
                    isApart: true,
                  },
                ]
              : []),
          ]
        : undefined,
    };
  }, [t, moment, mayAct, onAct]);
}
