import { useMemo } from 'react';
import { useAuth } from '@/lib/session';

/** Answers are kept per person and place: nobody sees what another's session fetched. */
export function useKeys() {
  const { entityCode, tenantCode, userId } = useAuth();
  return useMemo(() => {
    const root = ['requests', entityCode, tenantCode, userId];
    return {
      root,
      lists: [...root, 'list'],
      views: [...root, 'views'],
      /** All about one request. */
      of: (txnRefNo: string) => [...root, 'one', txnRefNo],
    };
  }, [entityCode, tenantCode, userId]);
}
