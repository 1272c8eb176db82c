import { useEffect, useState } from 'react';
import { type DomainEntity, domain, pageDomain } from '@/lib/api';
import { useLoaded } from '@/lib/loaded';
import { applyTheme } from '@/lib/theme';
import { setEntityType } from '@/lib/wording';

export type { DomainEntity };

const ofHost = async () => (await domain()).entity ?? null;

/**
 * The entity of this page: that of the host name; in the portal also of the link or the last visit. Its theme and
 * words apply. Null where several entities share the host, undefined until known.
 */
export function useHostEntity(): DomainEntity | null | undefined {
  const [inPage] = useState(() => pageDomain()?.entity ?? undefined);
  const { data = inPage, failed } = useLoaded(ofHost);
  // biome-ignore lint/correctness/useExhaustiveDependencies: applied once per entity
  useEffect(() => {
    if (!data) return;
    applyTheme(data.theme);
    setEntityType(data.entityType);
  }, [data?.entityCode]);
  return failed ? (inPage ?? null) : data;
}
