import { useEffect, useState } from 'react';
import { toast } from '@/lib/feedback';
import { useTranslation } from '@/lib/wording';

const shownFor = 2_000;

/** Copies a text to the clipboard, and confirms it for a moment. */
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
      // Browsers offer it in secure contexts only.
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      toast(t('ui.secondFactor.setup.copyFailed'), 'bad');
    }
  };
  return { isCopied, copy };
}
