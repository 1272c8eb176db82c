import { useState } from 'react';
import type { Differences } from '@/components/custom-forms/matrix-grid';
import { showError } from '@/lib/api';
import { toast } from '@/lib/feedback';
import { useTranslation } from '@/lib/wording';

interface Given {
  save: (changes: Differences) => Promise<void>;
  /** Refetches the stored state, also after a failure: a part may have been saved. */
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
      showError(error);
      await refresh();
    } finally {
      setIsSaving(false);
    }
  }

  return { run, isSaving };
}
