import { lazy, Suspense, useEffect, useState } from 'react';
import { onWaiting } from '@/lib/feedback';

const Toasts = lazy(() => import('./toasts'));

/** What shows toasts comes with the first one; until then they wait. */
export function ToastPlace() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => onWaiting(() => setIsWanted(true)), []);
  return <Suspense>{isWanted && <Toasts />}</Suspense>;
}
