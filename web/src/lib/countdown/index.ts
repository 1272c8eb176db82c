import { useEffect, useState } from 'react';

const secondsUntil = (moment: number) => Math.max(0, Math.ceil((moment - Date.now()) / 1000));

/** Seconds left until a moment (milliseconds since the epoch), read from the clock so that a suspended phone stays correct. */
export function useCountdown(until: number): number {
  const [seen, setSeen] = useState(() => ({ until, left: secondsUntil(until) }));
  useEffect(() => {
    const tick = () => setSeen({ until, left: secondsUntil(until) });
    tick();
    if (secondsUntil(until) === 0) return;
    const timer = setInterval(() => {
      tick();
      if (secondsUntil(until) === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  // Starts counting at once when the moment is set, not after the first tick.
  return seen.until === until ? seen.left : secondsUntil(until);
}

/** 75 → 1:15 */
export const clockText = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
