import { Box, Button, Flex, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { LegalHold } from '@/generated/requests';
import { toast } from '@/lib/feedback';
import { useFormats } from '@/lib/formats';
import { liftHold } from '@/lib/holds';
import type { DocRequest } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { useActions } from '../actions/use-actions';
import { usePerson } from '../data/use-request';
import classes from './shared.module.css';

const HoldDialog = lazy(() => import('@/shared/hold-dialog'));

interface Props {
  request: DocRequest;
  screenId: string;
}

/** The legal holds in force on the request or its customer: why, by whom, since when; and the way to lift them. */
export function HoldBanner({ request, screenId }: Props) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const { renew } = useActions(request, screenId);
  const [lifting, setLifting] = useState<LegalHold | null>(null);
  const holds = request.legalHolds ?? [];
  const who = usePerson(
    request,
    holds.map(({ setBy }) => setBy),
  );
  const lift = async ({ txnRefNo, customerReference }: LegalHold, reason: string) => {
    const target = txnRefNo ? { txnRefNo } : { customerReference: customerReference ?? '' };
    await liftHold(target, reason, { screenId });
    await renew();
    toast(t('ui.hold.isLifted'), 'good');
  };
  return (
    <>
      {holds.map((hold) => (
        <Flex
          key={hold.holdId}
          component="section"
          align="flex-start"
          wrap="wrap"
          gap={12}
          mb={16}
          px={16}
          py={12}
          c="var(--warn)"
          bg="var(--warn-tint)"
          bdrs="md"
          aria-label={t('ui.hold.title')}
        >
          <IconLock size={20} stroke={1.75} aria-hidden />
          <Box flex="1 1 240px" miw={0}>
            <Text inherit>
              <strong>{t('ui.hold.title')}.</strong> {t(hold.txnRefNo ? 'ui.hold.onRequest' : 'ui.hold.onCustomer')}
            </Text>
            <Text className={looks.break} inherit>
              <q>{hold.reason}</q>
            </Text>
            <Text fz="sm">{t('ui.hold.since', { who: who(hold.setBy), on: moment(hold.setOn) })}</Text>
          </Box>
          {request.allowed.includes('hold') && (
            <Button size="xs" variant="default" className={classes.lift} onClick={() => setLifting(hold)}>
              {t('ui.hold.lift')}
            </Button>
          )}
        </Flex>
      ))}
      <Suspense>
        {lifting && (
          <HoldDialog
            words="liftDialog"
            name={lifting.txnRefNo ?? lifting.customerReference ?? ''}
            targets={[lifting.txnRefNo ? 'request' : 'customer']}
            customerReference={lifting.customerReference ?? undefined}
            run={(_, reason) => lift(lifting, reason)}
            onClose={() => setLifting(null)}
          />
        )}
      </Suspense>
    </>
  );
}
