import { useState } from 'react';
import type { Place, Query } from '@/lib/api';
import { download } from '@/lib/api/transfer';
import { toast } from '@/lib/feedback';

/** Exports a whole list, across all pages, as a file. The client shows failures itself. */
export function useExport(place: Place, done?: string) {
  const [isExporting, setIsExporting] = useState(false);
  const start = async (query: Query, screenId?: string) => {
    setIsExporting(true);
    try {
      await download(place, query, screenId === undefined ? undefined : { screenId });
      if (done) toast(done);
    } catch {
      // Already shown.
    } finally {
      setIsExporting(false);
    }
  };
  return { isExporting, start };
}
