import { useCallback, useState } from 'react';
import { download } from '@/lib/api';
import type { Definition } from '../model/definition';
import { type ListState, listQuery } from '../model/url-state';

/** Exports the current list, across all pages, as a CSV file. */
export function useExport(definition: Definition, state: ListState) {
  const [isExporting, setIsExporting] = useState(false);
  const exportList = useCallback(async () => {
    const { page: _page, size: _size, ...query } = listQuery(state);
    setIsExporting(true);
    // The client has already shown the failure.
    await download(definition, query).catch(() => {});
    setIsExporting(false);
  }, [definition, state]);
  return { isExporting, exportList };
}
