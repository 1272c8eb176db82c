import { useEffect } from 'react';
import { type DomainEntity, domain } from '@/lib/api';
import { useLoaded } from '@/lib/loaded';
import { applyTheme } from '@/lib/theme';
import { setEntityType } from '@/lib/wording';

export type { DomainEntity };

const ofHost = async () => (await domain()).entity ?? null;

/**
 * The entity that owns this host name: its theme and words apply, and the user need not choose it.
 * Null where several entities share the host, undefined until known.
 */
export function useHostEntity(): DomainEntity | null | undefined {
  const { data, failed } = useLoaded(ofHost);
  useEffect(() => {
    if (!data) return;
    applyTheme(data.theme);
    setEntityType(data.entityType);
  }, [data]);
  return failed ? null : data;
}
