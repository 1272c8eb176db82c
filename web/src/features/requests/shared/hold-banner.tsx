import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { LegalHold } from '@/generated/requests';
import { toast } from '@/lib/feedback';
import { useFormats } from '@/lib/formats';
import { liftHold } from '@/lib/holds';
import type { DocRequest } from '@/lib/requests';
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
        <section
          key={hold.holdId}
          className={`${classes.hold} row wrap gap-12 mb-16 py-12 px-16 tint-warn rounded`}
          aria-label={t('ui.hold.title')}
        >
          <IconLock size={20} stroke={1.75} className="fixed" aria-hidden />
          <div className={classes.holdText}>
            <p className="m-0">
              <strong>{t('ui.hold.title')}.</strong>{' '}
              {t(hold.txnRefNo ? 'ui.hold.onRequest' : 'ui.hold.onCustomer')}
            </p>
            <p className="m-0 break">
              <q>{hold.reason}</q>
            </p>
            <p className="m-0 text-13">
              {t('ui.hold.since', { who: who(hold.setBy), on: moment(hold.setOn) })}
            </p>
          </div>
          {request.allowed.includes('hold') && (
            <Button size="xs" variant="default" className={classes.lift} onClick={() => setLifting(hold)}>
              {t('ui.hold.lift')}
            </Button>
          )}
        </section>
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
