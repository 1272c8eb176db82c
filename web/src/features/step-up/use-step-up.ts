import { useEffect, useRef, useState } from 'react';
import { onStepUp } from '@/lib/api';

/** A question is open from the moment a call wants it until it is answered. */
export function useStepUp() {
  const [isOpen, setIsOpen] = useState(false);
  const resolve = useRef<((yes: boolean) => void) | null>(null);

  const answer = useRef((yes: boolean) => {
    resolve.current?.(yes);
    resolve.current = null;
    setIsOpen(false);
  }).current;

  useEffect(() => {
    const ask = () =>
      new Promise<boolean>((answered) => {
        resolve.current = answered;
        setIsOpen(true);
      });
    // Escape belongs to the topmost dialog alone. A form's drawer under it listens too, so this listens first.
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !resolve.current) return;
      event.stopImmediatePropagation();
      answer(false);
    };
    const stop = onStepUp(ask);
    window.addEventListener('keydown', onEscape, { capture: true });
    return () => {
      stop();
      window.removeEventListener('keydown', onEscape, { capture: true });
      // With the session goes the question.
      answer(false);
    };
  }, [answer]);

  return { isOpen, answer };
}
