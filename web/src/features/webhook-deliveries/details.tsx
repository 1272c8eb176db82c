import { Box, Button, Flex, Skeleton, Text } from '@mantine/core';
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
import looks from '@/lib/theme/looks.module.css';
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
      <Box className={looks.scrollY} pt={8} px={24} pb={24} flex={1} tabIndex={0}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Facts delivery={data} />
        ) : (
          <Skeleton height={320} />
        )}
      </Box>
      {data && data.state !== 'queued' && can(screen, 'edit') && (
        <Flex component="footer" align="center" gap={8} px={24} py={12}>
          <Button leftSection={<IconSend size={16} aria-hidden />} loading={isSending} onClick={() => void resend()}>
            {t('ui.webhooks.resend')}
          </Button>
        </Flex>
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
      <dl className={looks.facts}>
        {shown.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`field.webhookdelivery.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Block title={t('ui.webhooks.response')}>
        {delivery.response === null ? (
          <Text c="dimmed" inherit>
            {t('ui.webhooks.noResponse')}
          </Text>
        ) : (
          <>
            <Code text={delivery.response || t('ui.webhooks.emptyResponse')} />
            <Text fz="xs" c="dimmed">
              {t('ui.webhooks.cut')}
            </Text>
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
    <Box component="section" mt={24}>
      <Text component="h3" mb={8} fz="lg" fw={600}>
        {title}
      </Text>
      {children}
    </Box>
  );
}

const Code = ({ text }: { text: string }) => (
  <Box
    component="pre"
    className={`${classes.code} ${looks.break}`}
    m={0}
    p={12}
    fz="xs"
    ff="monospace"
    bg="var(--surface)"
    bdrs="var(--radius-card)"
  >
    {indented(text)}
  </Box>
);
