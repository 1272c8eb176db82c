import { useRef, useState } from 'react';
import { useLeaveGuard } from '@/lib/leave-guard';
import type { RejectReason } from '@/lib/requests';
import type { Decision } from '../../data/calls';

export type Doing = Exclude<Decision['decision'], 'accept'>;

/** Unsent text about a document. */
export interface Draft {
  doing?: Doing;
  reasonCode?: RejectReason;
  remark?: string;
  /** A remark for the thread. */
  said?: string;
}

export const isTyped = ({ remark, said, reasonCode }: Draft) =>
  Boolean(remark?.trim() || said?.trim() || reasonCode);

/** Unsent text stays with its document while others are shown, and leaving asks first. */
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
