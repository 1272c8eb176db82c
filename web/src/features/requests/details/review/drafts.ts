import { useRef, useState } from 'react';
import { useLeaveGuard } from '@/lib/leave-guard';
import type { Decision } from '../../data/calls';

export type Doing = Exclude<Decision['decision'], 'accept'>;

/** What was typed about a document and not sent yet. */
export interface Draft {
  doing?: Doing;
  reasonCode?: string;
  remark?: string;
  /** A line for the thread. */
  said?: string;
}

export const isTyped = ({ remark, said, reasonCode }: Draft) =>
  Boolean(remark?.trim() || said?.trim() || reasonCode);

/** What was typed about a document stays with it while others are looked at, and is asked about before it is lost. */
export function useDrafts() {
  const [all, setAll] = useState<Record<number, Draft>>({});
  const latest = useRef(all);
  latest.current = all;
  useLeaveGuard(
    () => Object.values(latest.current).some(isTyped),
    () => setAll({}),
    'screen',
  );
  return {
    of: (documentNo: number): Draft => all[documentNo] ?? {},
    keep: (documentNo: number, patch: Draft) =>
      setAll((now) => ({ ...now, [documentNo]: { ...now[documentNo], ...patch } })),
  };
}

export type Drafts = ReturnType<typeof useDrafts>;
