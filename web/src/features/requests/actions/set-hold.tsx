import { toast } from '@/lib/feedback';
import { setHold } from '@/lib/holds';
import type { DocRequest } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { HoldDialog, type HoldOn } from '@/shared/hold-dialog';

interface Props {
  request: DocRequest;
  screenId: string;
  renew(): Promise<unknown>;
  onClose(): void;
}

/** What is not held yet: the request, and its customer. */
export function holdTargets({ legalHolds = [] }: DocRequest): HoldOn[] {
  const targets: HoldOn[] = [];
  if (!legalHolds.some(({ txnRefNo }) => txnRefNo)) targets.push('request');
  if (!legalHolds.some(({ customerReference }) => customerReference)) targets.push('customer');
  return targets;
}

/** Sets a legal hold on the request, or on all requests of its customer. */
export function SetHold({ request, screenId, renew, onClose }: Props) {
  const { t } = useTranslation();
  const { txnRefNo, customerReference } = request;
  return (
    <HoldDialog
      words="set"
      name={txnRefNo}
      targets={holdTargets(request)}
      customerReference={customerReference}
      run={async (on, reason) => {
        await setHold(on === 'request' ? { txnRefNo } : { customerReference }, reason, { screenId });
        await renew();
        toast(t('ui.hold.isSet'), 'good');
      }}
      onClose={onClose}
    />
  );
}
