import { useCallback, useState } from 'react';
import { download } from '@/lib/api';
import type { Definition } from '../model/definition';
import { type ListState, listQuery } from '../model/url-state';

/** What is listed now, over all its pages, as a CSV file. */
export function useExport(definition: Definition, state: ListState) {
  const [isExporting, setIsExporting] = useState(false);
  const exportList = useCallback(async () => {
    const { page: _page, size: _size, ...query } = listQuery(state);
    setIsExporting(true);
    // A failure has been shown by the client already.
    await download(definition, query).catch(() => {});
    setIsExporting(false);
  }, [definition, state]);
  return { isExporting, exportList };
}
