import { useState } from 'react';
import { download } from '@/lib/api';
import type { Definition } from '@/lib/definitions';
import { toast } from '@/lib/feedback';
import { useTranslation } from '@/lib/wording';
import { type LogState, narrowing } from '../model/state';

/** What is chosen, all of it, as a CSV file that the server writes piece by piece. */
export function useExport(definition: Definition, state: LogState) {
  const { t } = useTranslation();
  const [isExporting, setIsExporting] = useState(false);
  const start = async () => {
    setIsExporting(true);
    // A failure has been shown by the client already.
    const done = await download(definition, narrowing(state)).then(
      () => true,
      () => false,
    );
    if (done) toast(t('ui.logs.file'));
    setIsExporting(false);
  };
  return { isExporting, start };
}
