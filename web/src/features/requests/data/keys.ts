import { useMemo } from 'react';
import { useAuth } from '@/lib/session';

/** Cache keys include the user and place: no session sees what another one fetched. */
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
