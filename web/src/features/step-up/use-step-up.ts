import { useEffect, useRef, useState } from 'react';
import { onStepUp } from '@/lib/api';

/** A question is open from the call that needs it until it is answered. */
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
    // Escape closes the topmost dialog only. A drawer below listens too, so this listener comes first.
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
      // The question ends with the session.
      answer(false);
    };
  }, [answer]);

  return { isOpen, answer };
}
