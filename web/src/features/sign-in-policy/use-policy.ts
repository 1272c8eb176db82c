import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call, isDeclined, messageOf, options } from '@/lib/api';
import { showFailure, toast } from '@/lib/feedback';
import { useLeaveGuard } from '@/lib/leave-guard';
import { useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { countChanges, type Draft, draftOf, type Policy, policyOf } from './policy';

/** User Role Master: users who may edit roles may edit the policy. */
export const keeperScreen = 'SD-SMS-005';

const place = { area: 'sms', resource: 'secondfactor/policy', screenId: keeperScreen } as const;

interface Role {
  roleCode: string;
  roleDesc: string;
}

export function useRoles() {
  const { entityCode } = useAuth();
  return useQuery({
    queryKey: ['policy-roles', entityCode],
    queryFn: ({ signal }) =>
      options<Role>({ area: 'sms', resource: 'roledefinition' }, '', { screenId: keeperScreen, signal }),
  });
}

/** The active policy, the draft, and the unsaved-changes guard. */
export function usePolicy() {
  const { t } = useTranslation();
  const { entityCode } = useAuth();
  const client = useQueryClient();
  const [changed, setChanged] = useState<Draft | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const queryKey = ['sign-in-policy', entityCode];
  const found = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { data } = await call<Policy>({ ...place, failure: 'inline', signal });
      return data.record as Policy;
    },
  });
  const saved = useMemo(() => found.data && draftOf(found.data), [found.data]);
  const draft = changed ?? saved;
  const count = saved && changed ? countChanges(saved, changed) : 0;
  const discard = () => setChanged(null);

  const save = async () => {
    if (!draft) return;
    setIsSaving(true);
    try {
      const manner = { failure: 'inline', success: 'none' } as const;
      const { data } = await call<Policy>({ ...place, ...manner, operation: 'U', body: policyOf(draft) });
      client.setQueryData(queryKey, data.record);
      discard();
      toast(t('ui.signInPolicy.saved'));
    } catch (error) {
      if (!isDeclined(error)) showFailure(messageOf(error));
    } finally {
      setIsSaving(false);
    }
  };
  useLeaveGuard(() => count > 0, discard);
  return { ...found, saved, draft, count, change: setChanged, discard, save, isSaving };
}
