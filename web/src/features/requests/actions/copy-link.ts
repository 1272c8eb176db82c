import { useCallback } from 'react';
import { toast } from '@/lib/feedback';
import { useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';

/** Copies the address of a request in the portal. It opens nothing by itself: customers log in with a code. */
export function useCopyLink() {
  const { t } = useTranslation();
  const { entityCode } = useAuth();
  return useCallback(
    async (txnRefNo: string) => {
      const link = `${window.location.origin}/provider/requests/${txnRefNo}?entity=${entityCode}`;
      try {
        await navigator.clipboard.writeText(link);
        toast(t('ui.requests.linkCopied'), 'good');
      } catch {
        // Without HTTPS browsers have no clipboard.
        toast(link, 'info');
      }
    },
    [t, entityCode],
  );
}
