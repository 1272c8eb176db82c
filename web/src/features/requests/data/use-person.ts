import { useMemo } from 'react';
import type { DocRequest } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { isSystem, nameOf } from '../model/people';
import { useNames } from './use-choices';

/** People by login id: a party by name, staff by name where readable, with the id. */
export function usePerson(request: DocRequest, ids: (string | null | undefined)[]) {
  const { t } = useTranslation();
  const { parties } = request;
  const partyOf = useMemo(() => {
    const named = parties.flatMap((party) =>
      [party.emailAddress, party.mobileNumber].map((id) => [id, nameOf(party)] as const),
    );
    const names = new Map(named.filter(([id]) => id));
    return (id: string) => names.get(id);
  }, [parties]);
  const staff = useNames(
    'usermaster',
    'userId',
    ids.filter((id) => id && !isSystem(id) && !partyOf(id)),
  );
  return useMemo(
    () => (id: string) => {
      if (isSystem(id)) return t('ui.master.history.system');
      const label = staff(id);
      return partyOf(id) ?? (label === id ? id : `${label.slice(id.length + 3)} (${id})`);
    },
    [partyOf, staff, t],
  );
}
