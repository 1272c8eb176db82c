import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, options, type Row } from '@/lib/api';
import { useAuth } from '@/lib/session';
import { bodyOf, type Question } from './question';

export interface Deciding {
  resource: string;
  key: string[];
}

export interface Step {
  step: string;
  passed: boolean;
  reason: string;
  records: Deciding[];
}

export interface Why {
  userId: string;
  allowed: boolean;
  /** The first step that denies access. */
  decides: string | null;
  roles: string[];
  level: number;
  steps: Step[];
}

/** Sent in the name of the users screen, whose permission it needs. */
export const screenId = 'SD-SMS-002';

/** The answer to a complete question. Never cached: access may have changed meanwhile. */
export function useWhy(question: Question) {
  const { entityCode, userId } = useAuth();
  const body = bodyOf(question);
  return useQuery({
    queryKey: ['why', entityCode, userId, body],
    enabled: body !== undefined,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const place = { area: 'sms', resource: 'usermaster/why' } as const;
      const { data } = await call<Why>({
        ...place,
        body,
        method: 'POST',
        screenId,
        failure: 'inline',
        signal,
      });
      return data.record as Why;
    },
  });
}

/** Keys and names of a master, for a select. */
export function useChoices(area: 'sms' | 'admin', resource: string, q: string) {
  const { entityCode, userId } = useAuth();
  return useQuery({
    queryKey: ['why-choices', entityCode, userId, resource, q],
    queryFn: ({ signal }) => options<Row>({ area, resource }, q, { screenId, signal }),
    placeholderData: keepPreviousData,
  });
}
