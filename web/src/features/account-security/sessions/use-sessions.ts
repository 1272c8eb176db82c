import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { list, remove } from '@/lib/api';
import { useAuth } from '@/lib/session';

export interface OwnSession {
  sessionId: string;
  createdOn: string;
  refreshedOn: string;
  endsOn: string;
  ipAddress: string;
  device: string;
  tenantCode: string;
  branchCode: string;
  current: boolean;
}

const place = { area: 'sms', resource: 'session' } as const;
const everywhere = { screenId: '' } as const;

/** The current session first, then the newest. */
const inOrder = (sessions: OwnSession[]) =>
  [...sessions].sort(
    (a, b) => Number(b.current) - Number(a.current) || b.createdOn.localeCompare(a.createdOn),
  );

export function useSessions() {
  const { entityCode, userId } = useAuth();
  const client = useQueryClient();
  const [isEnding, setIsEnding] = useState(false);
  const queryKey = ['own-sessions', entityCode, userId];
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => list<OwnSession>(place, {}, { ...everywhere, signal }),
    select: ({ content }) => inOrder(content),
    // Sessions begin and end elsewhere, so always refetch.
    staleTime: 0,
  });

  /** True on success; a failure has already been shown. */
  const end = async (which: { sessionId: string } | { others: true }) => {
    setIsEnding(true);
    try {
      await remove(place, which, { ...everywhere, success: 'none' });
      return true;
    } catch {
      return false;
    } finally {
      setIsEnding(false);
    }
  };
  return { ...found, end, isEnding, reload: () => client.invalidateQueries({ queryKey }) };
}
