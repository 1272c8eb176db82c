import { Group } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconPlayerPause, IconWebhook } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { EmptyState } from '@/components/empty-state';
import { FormNotice } from '@/components/form/notice';
import { TypedField } from '@/components/form/typed-field';
import {
  LineButton,
  List,
  type ListAddress,
  ListHead,
  listClasses,
  None,
  pageQuery,
  RefreshButton,
  type RowKind,
  TextCell,
  useListPage,
} from '@/components/list';
import { FilterSelect } from '@/components/list/filter-select';
import { Pill } from '@/components/pill';
import { list as listOf, update } from '@/lib/api';
import { useBusy } from '@/lib/busy';
import { toast } from '@/lib/feedback';
import { useFormats } from '@/lib/formats';
import { can } from '@/lib/permissions';
import { type ScreenInfo, useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { DeliveryDetails } from './details';
import { type Delivery, deliveries, filterNames, mostCounted, type PausedIntegration, states, toneOf } from './model';
import classes from './webhook-deliveries.module.css';

const address: ListAddress = {
  sizes: [25, 50, 100],
  sort: '',
  isSort: () => false,
  isFilter: (name, value) =>
    name === 'state' ? states.includes(value as never) : (filterNames as readonly string[]).includes(name),
  isOpening: () => true,
  most: mostCounted,
};

/** The log of events sent to external systems. */
export default function WebhookDeliveries({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  const { entityCode, userId } = useAuth();
  const key = ['webhookdelivery', entityCode, userId];
  const page = useListPage(address, (now) => ({
    queryKey: [...key, 'page', pageQuery(now)],
    queryFn: ({ signal }) => listOf<Delivery>(deliveries, pageQuery(now), { signal, screenId: screen.screenCode }),
  }));
  const { state, list, answer } = page;
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: key });
  const kind = useRows(list.open);
  const label = (name: string) => t(`field.webhookdelivery.${name}`);
  const first = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => first.current?.focus()]]);
  const title = t(`screen.${screen.screenCode}`);
  return (
    <>
      <ListHead title={title} about={t('resource.webhookdelivery.about')}>
        <RefreshButton label={t('ui.webhooks.refresh')} answer={answer} onClick={refresh} />
      </ListHead>
      <Paused screen={screen} queryKey={[...key, 'paused']} onResumed={refresh} />
      <Group gap={8} mb={12}>
        <FilterSelect
          label={label('state')}
          data={states.map((value) => ({ value, label: t(`option.deliveryState.${value}`) }))}
          value={state.filters.state}
          onChange={(value) => list.filter('state', value)}
        />
        {(['integrationCode', 'txnRefNo'] as const).map((name, at) => (
          <TypedField
            key={name}
            ref={at === 0 ? first : undefined}
            className={listClasses.filter}
            aria-label={label(name)}
            placeholder={label(name)}
            value={state.filters[name] ?? ''}
            onChange={(value) => list.filter(name, value)}
          />
        ))}
      </Group>
      <List
        page={page}
        title={title}
        kind={kind}
        rows={answer.data?.content}
        marked={state.open}
        empty={<EmptyState Icon={IconWebhook} words="ui.webhooks.empty" />}
        noResult={{ text: t('ui.webhooks.noResult'), clear: t('ui.master.filtersClear') }}
      />
      <DeliveryDetails deliveryId={state.open} screen={screen} queryKey={key} onClose={list.close} onSent={refresh} />
    </>
  );
}

function useRows(open: (id: string) => void): RowKind<Delivery> {
  const { t } = useTranslation();
  const { moment, number } = useFormats();
  return useMemo(() => {
    const columns = ['createdOn', 'integrationCode', 'eventType', 'txnRefNo', 'state', 'tries', 'status', 'doneOn'];
    const event = ({ eventType }: Delivery) => t(`option.templateFor.${eventType}`, eventType);
    const pill = ({ state }: Delivery) => <Pill tone={toneOf(state)}>{t(`option.deliveryState.${state}`, state)}</Pill>;
    const button = (row: Delivery, text: string) => (
      <LineButton onClick={() => open(row.deliveryId)}>{text}</LineButton>
    );
    return {
      columns: columns.map((name) => ({ name, label: t(`field.webhookdelivery.${name}`), isNumber: name === 'tries' })),
      keyOf: ({ deliveryId }) => deliveryId,
      nameOf: (row) => `${event(row)}, ${row.txnRefNo}`,
      open:
        ({ deliveryId }) =>
        () =>
          open(deliveryId),
      cells: (row) => (
        <>
          <td>{button(row, moment(row.createdOn))}</td>
          <TextCell text={row.integrationCode} />
          <TextCell text={event(row)} />
          <TextCell text={row.txnRefNo} />
          <td>{pill(row)}</td>
          <TextCell text={number(row.tries)} isNumber />
          <td>{row.status ?? <None />}</td>
          <td>{row.doneOn ? moment(row.doneOn) : <None />}</td>
        </>
      ),
      card: (row) => (
        <>
          {button(row, event(row))}
          <span className={listClasses.second}>
            {row.integrationCode} · {row.txnRefNo}
          </span>
          <span className={listClasses.second}>{moment(row.createdOn)}</span>
        </>
      ),
      cardEnd: (row) => <span className={classes.end}>{pill(row)}</span>,
      cardLines: 3,
    };
  }, [t, moment, number, open]);
}

interface PausedProps {
  screen: ScreenInfo;
  queryKey: unknown[];
  onResumed(): void;
}

/** Integrations that get nothing until they are resumed. */
function Paused({ screen, queryKey, onResumed }: PausedProps) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      listOf<PausedIntegration>(
        { ...deliveries, resource: `${deliveries.resource}/paused` },
        {},
        { signal, screenId: screen.screenCode },
      ),
  });
  const [, run] = useBusy();
  async function resume(integrationCode: string) {
    const isDone = await run(() => update(deliveries, { integrationCode, action: 'resume' }));
    if (isDone) toast(t('ui.webhooks.resumed', { name: integrationCode }));
    onResumed();
  }
  return data?.content.map(({ integrationCode, failingSince, queued }) => (
    <FormNotice
      key={integrationCode}
      tone="warn"
      isQuiet
      icon={<IconPlayerPause aria-hidden />}
      title={t('ui.webhooks.paused', { name: integrationCode })}
      actions={
        can(screen, 'edit') ? [{ label: t('ui.webhooks.resume'), onClick: () => void resume(integrationCode) }] : []
      }
    >
      {t('ui.webhooks.pausedText', { count: queued, since: moment(failingSince) })}
    </FormNotice>
  ));
}
