import { useState } from 'react';
import { download } from '@/lib/api';
import { toast } from '@/lib/feedback';
import { t } from '@/lib/wording';
import { type ListState, narrowing } from '../model/list-state';

const place = { area: 'transaction', resource: 'docrequest' } as const;

/** What is listed now, over all its pages, as a file. */
export function useExport(state: ListState, screenId: string) {
  const [isExporting, setIsExporting] = useState(false);
  const start = async (format: 'csv' | 'xlsx') => {
    setIsExporting(true);
    try {
      await download(place, { ...narrowing(state), format }, { screenId });
      toast(t('ui.requests.export.coming'));
    } catch {
      // The client has said it already.
    } finally {
      setIsExporting(false);
    }
  };
  return { isExporting, start };
}
