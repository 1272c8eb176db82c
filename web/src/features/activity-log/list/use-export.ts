import { useState } from 'react';
import { download } from '@/lib/api';
import type { Definition } from '@/lib/definitions';
import { toast } from '@/lib/feedback';
import { useTranslation } from '@/lib/wording';
import { type LogState, narrowing } from '../model/state';

/** Exports all matching entries as a CSV file, streamed by the server. */
export function useExport(definition: Definition, state: LogState) {
  const { t } = useTranslation();
  const [isExporting, setIsExporting] = useState(false);
  const start = async () => {
    setIsExporting(true);
    // The client has already shown the failure.
    const done = await download(definition, narrowing(state)).then(
      () => true,
      () => false,
    );
    if (done) toast(t('ui.logs.file'));
    setIsExporting(false);
  };
  return { isExporting, start };
}
