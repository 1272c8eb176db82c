import { useState } from 'react';
import type { Differences } from '@/components/rich/matrix';
import { isDeclined, messageOf } from '@/lib/api';
import { showFailure, toast } from '@/lib/feedback';
import { useTranslation } from '@/lib/wording';

interface Given {
  save: (changes: Differences) => Promise<void>;
  /** Reads again what is stored: also after a failure, for a part may have gone through. */
  refresh: () => Promise<unknown>;
  settle: () => void;
}

export function useGridSave({ save, refresh, settle }: Given) {
  const { t } = useTranslation();
  const [isSaving, setIsSaving] = useState(false);

  async function run(changes: Differences) {
    setIsSaving(true);
    try {
      await save(changes);
      await refresh();
      settle();
      toast(t('message.EnTxn0019'));
    } catch (error) {
      if (!isDeclined(error)) showFailure(messageOf(error));
      await refresh();
    } finally {
      setIsSaving(false);
    }
  }

  return { run, isSaving };
}
