import { lazy, Suspense } from 'react';
import { retryImport, useOnce } from '@/lib/on-demand';
import { useStepUp } from './use-step-up';

const Question = lazy(async () => ({ default: (await retryImport(() => import('./ask'))).Question }));

/** Asks for a second factor whenever a call needs one, above everything on the page. */
export function StepUp() {
  const { isOpen, answer } = useStepUp();
  const isUsed = useOnce(isOpen);
  return <Suspense>{isUsed && <Question isOpen={isOpen} onAnswer={answer} />}</Suspense>;
}
