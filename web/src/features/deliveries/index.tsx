import { Button, Select } from '@mantine/core';
import { IconListCheck, IconMailCheck, IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '@/components/empty-state';
import { TypedField } from '@/components/form/typed-field';
import { ToolButton } from '@/components/icon-button';
import {
  BulkBar,
  List,
  type ListActions,
  type ListAddress,
  ListHead,
  type ListState,
  useListState,
  useSelection,
} from '@/components/list';
import { can } from '@/lib/permissions';
import type { ScreenInfo } from '@/lib/session';
import { useIsPhone } from '@/lib/width';
import { useTranslation } from '@/lib/wording';
import { type Acting, ActionDialog } from './action-dialog';
import { type Delivery, mayDismiss, mayResend, useDeliveries } from './calls';
import classes from './deliveries.module.css';
import { keyOf, useRowKind } from './rows';

const states = ['failed', 'bounced', 'queued', 'sent', 'delivered', 'dismissed'];
const channels = ['Email', 'SMS'];

const isFilter = (name: string, value: string) =>
  (name === 'state' && states.includes(value)) ||
  (name === 'channel' && channels.includes(value)) ||
  name === 'txnRefNo';

/** The list has one order: what needs somebody first, then the newest. */
const address: ListAddress = { sizes: [25, 50, 100], sort: '', isSort: () => false, isFilter };

/** The server counts and pages no further. */
const mostCounted = 1_000;
const farthest = 10_000;

/** What became of each message, and what to do about those that did not arrive. */
export default function Deliveries({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  const { screenCode } = screen;
  const [state, list] = useListState(address);
  const answer = useDeliveries(state, screenCode);
  const queries = useQueryClient();
  const [acting, setActing] = useState<Acting | null>(null);
  const [isSelecting, setIsSelecting] = useState(false);
  const mayAct = can(screen, 'edit');
  const kind = useRowKind(mayAct, setActing);
  const selection = useSelection(answer.data?.content, keyOf);
  const isPhone = useIsPhone();
  const isBusy = mayAct && (selection.rows.size > 0 || isSelecting);
  const stop = () => {
    selection.clear();
    setIsSelecting(false);
  };
  const title = t(`screen.${screenCode}`);
  return (
    <>
      <ListHead title={title} about={t('ui.deliveries.about')}>
        {mayAct && isPhone && (
          <ToolButton
            Icon={IconListCheck}
            label={t('ui.deliveries.select')}
            onClick={() => setIsSelecting(true)}
          />
        )}
        <ToolButton
          Icon={IconRefresh}
          label={t('ui.deliveries.refresh')}
          loading={answer.isRefetching && !answer.isPlaceholderData}
          onClick={() => void answer.refetch()}
        />
      </ListHead>
      <Filters state={state} list={list} />
      <List
        title={title}
        kind={kind}
        rows={answer.data?.content}
        answer={answer}
        state={state}
        list={list}
        address={address}
        most={mostCounted}
        farthest={farthest}
        isPhone={isPhone}
        selection={mayAct ? selection : undefined}
        isSelecting={isBusy}
        bulk={
          isBusy && (
            <BulkBar count={selection.rows.size} isPhone={isPhone} onClear={stop}>
              <BulkButtons rows={[...selection.rows.values()]} onAct={setActing} />
            </BulkBar>
          )
        }
        empty={
          <EmptyState
            Icon={IconMailCheck}
            title={t('ui.deliveries.empty.title')}
            text={t('ui.deliveries.empty.text')}
          />
        }
        noResult={{ text: t('ui.master.noResult'), clear: t('ui.master.filtersClear') }}
      />
      {acting && (
        <ActionDialog
          acting={acting}
          screenCode={screenCode}
          onClose={() => setActing(null)}
          onDone={() => {
            setActing(null);
            stop();
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
  const choice = (name: 'state' | 'channel', data: { value: string; label: string }[]) => (
    <Select
      className={classes.filter}
      aria-label={t(`ui.deliveries.column.${name}`)}
      placeholder={t(`ui.deliveries.column.${name}`)}
      data={data}
      value={state.filters[name] ?? null}
      onChange={(value) => list.filter(name, value)}
      clearable
    />
  );
  return (
    <div className="row wrap mb-12 gap-8">
      {choice(
        'state',
        states.map((value) => ({ value, label: t(`ui.deliveries.state.${value}`) })),
      )}
      {choice(
        'channel',
        channels.map((value) => ({ value, label: t(`option.templateType.${value}`) })),
      )}
      <TypedField
        className={classes.filter}
        aria-label={t('ui.deliveries.column.txnRefNo')}
        placeholder={t('ui.deliveries.column.txnRefNo')}
        value={state.filters.txnRefNo ?? ''}
        onChange={(value) => list.filter('txnRefNo', value.trim() || null)}
      />
    </div>
  );
}
