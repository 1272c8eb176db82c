import { useState } from 'react';
import { download } from '@/lib/api';
import { toast } from '@/lib/feedback';
import { t } from '@/lib/wording';
import { type ListState, narrowing } from '../model/list-state';

const place = { area: 'transaction', resource: 'docrequest' } as const;

/** Exports the current list, across all pages, as a file. */
export function useExport(state: ListState, screenId: string) {
  const [isExporting, setIsExporting] = useState(false);
  const start = async (format: 'csv' | 'xlsx') => {
    setIsExporting(true);
    try {
      await download(place, { ...narrowing(state), format }, { screenId });
      toast(t('ui.requests.export.coming'));
    } catch {
      // The client has already shown the failure.
    } finally {
      setIsExporting(false);
    }
  };
  return { isExporting, start };
}
