import { useEffect, useState } from 'react';
import { toast } from '@/lib/feedback';
import { useTranslation } from '@/lib/wording';

const shownFor = 2_000;

/** Puts a text on the clipboard, and says for a moment that it is there. */
export function useCopy(text: string) {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), shownFor);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      // Browsers offer it on safe addresses only.
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      toast(t('ui.secondFactor.setup.copyFailed'), 'bad');
    }
  };
  return { isCopied, copy };
}
