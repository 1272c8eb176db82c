import { lazy, Suspense, useEffect, useState } from 'react';
import { onWaiting } from '@/lib/feedback';

const Toasts = lazy(() => import('./toasts'));

/** The toast component loads with the first toast; until then toasts are queued. */
export function ToastPlace() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => onWaiting(() => setIsWanted(true)), []);
  return <Suspense>{isWanted && <Toasts />}</Suspense>;
}
