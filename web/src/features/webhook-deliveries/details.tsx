import { Button, Skeleton } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorState } from '@/components/list';
import { Pill } from '@/components/pill';
import { SideDrawer } from '@/components/side-drawer';
import { find, update } from '@/lib/api';
import { useBusy } from '@/lib/busy';
import { toast } from '@/lib/feedback';
import { useFormats } from '@/lib/formats';
import { can } from '@/lib/permissions';
import type { ScreenInfo } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { type DeliveryRecord, deliveries, indented, toneOf } from './model';
import classes from './webhook-deliveries.module.css';

interface Props {
  /** Empty while nothing is open. */
  deliveryId: string;
  screen: ScreenInfo;
  queryKey: unknown[];
  onClose(): void;
  onSent(): void;
}

/** One delivery beside the list: what was sent, and what came back. */
export function DeliveryDetails({ deliveryId, screen, queryKey, onClose, onSent }: Props) {
  const { t } = useTranslation();
  // Keep the last one so that it does not vanish while the drawer closes.
  const [last, setLast] = useState(deliveryId);
  if (deliveryId && deliveryId !== last) setLast(deliveryId);
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey, 'one', last],
    queryFn: ({ signal }) =>
      find<DeliveryRecord>(deliveries, { deliveryId: last }, { signal, screenId: screen.screenCode }),
    enabled: last !== '',
  });
  const [isSending, run] = useBusy();
  async function resend() {
    const isSent = await run(() => update(deliveries, { deliveryId: last, action: 'resend' }));
    if (isSent) toast(t('ui.webhooks.resent'));
    onSent();
  }
  return (
    <SideDrawer opened={deliveryId !== ''} onClose={onClose} title={t('ui.webhooks.details')} sub={last}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long texts must be scrolled by keyboard too */}
      <div className={`${classes.body} grow scroll-y`} tabIndex={0}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Facts delivery={data} />
        ) : (
          <Skeleton height={320} />
        )}
      </div>
      {data && data.state !== 'queued' && can(screen, 'edit') && (
        <footer className="py-12 px-24 row gap-8">
          <Button
            leftSection={<IconSend size={16} aria-hidden />}
            loading={isSending}
            onClick={() => void resend()}
          >
            {t('ui.webhooks.resend')}
          </Button>
        </footer>
      )}
    </SideDrawer>
  );
}

function Facts({ delivery }: { delivery: DeliveryRecord }) {
  const { t } = useTranslation();
  const { moment, number } = useFormats();
  const headers = Object.entries(delivery.headers).filter(([, value]) => value !== null);
  const facts: [string, ReactNode][] = [
    ['eventType', t(`option.templateFor.${delivery.eventType}`, delivery.eventType)],
    ['integrationCode', delivery.integrationCode],
    ['txnRefNo', delivery.txnRefNo],
    [
      'state',
      <Pill key="state" tone={toneOf(delivery.state)}>
        {t(`option.deliveryState.${delivery.state}`, delivery.state)}
      </Pill>,
    ],
    ['tries', number(delivery.tries)],
    ['createdOn', moment(delivery.createdOn)],
    ['sentOn', delivery.sentOn && moment(delivery.sentOn)],
    ['nextTryOn', delivery.nextTryOn && moment(delivery.nextTryOn)],
    ['doneOn', delivery.doneOn && moment(delivery.doneOn)],
    ['status', delivery.status],
    ['fault', delivery.fault],
  ];
  const shown = facts.filter(([, value]) => value !== null && value !== '');
  return (
    <>
      <dl className="facts">
        {shown.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`field.webhookdelivery.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Block title={t('ui.webhooks.response')}>
        {delivery.response === null ? (
          <p className="m-0 muted">{t('ui.webhooks.noResponse')}</p>
        ) : (
          <>
            <Code text={delivery.response || t('ui.webhooks.emptyResponse')} />
            <p className="m-0 text-12 muted">{t('ui.webhooks.cut')}</p>
          </>
        )}
      </Block>
      <Block title={t('ui.webhooks.body')}>
        <Code text={delivery.body} />
      </Block>
      <Block title={t('ui.webhooks.headers')}>
        <Code text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')} />
      </Block>
    </>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-24">
      <h3 className="m-0 mb-8 text-15 strong">{title}</h3>
      {children}
    </section>
  );
}

const Code = ({ text }: { text: string }) => (
  <pre className={`${classes.code} p-12 surface rounded-card m-0 text-12 break code`}>{indented(text)}</pre>
);
