import { useCallback } from 'react';
import { useTranslation } from '@/lib/wording';

/** What was done, in a word or two; what has no words yet is shown as it came. */
export function useActionText() {
  const { t } = useTranslation();
  return useCallback(
    (action: string | null) =>
      action ? t(`ui.requests.did.${action.toLowerCase()}`, { defaultValue: action }) : '',
    [t],
  );
}
