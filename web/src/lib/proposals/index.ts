import { useQuery } from '@tanstack/react-query';
import { list, update } from '@/lib/api';
import { can } from '@/lib/permissions';
import { type Auth, useAuth } from '@/lib/session';

export type Decision = 'approve' | 'decline' | 'withdraw';
type Value = string | number | boolean | null;

export interface Change {
  field: string;
  old?: Value;
  new?: Value;
  /** Only that it changes is known. */
  isSecret?: boolean;
}

/** A change that waits for a second person, or was decided. */
export interface Proposal {
  proposalId: string;
  state: 'waiting' | 'approved' | 'declined' | 'withdrawn';
  resource?: string;
  key?: Record<string, Value>;
  operation?: 'S' | 'U' | 'D';
  changes: Change[];
  proposedBy: string;
  proposedOn: string;
  decidedBy?: string | null;
  decidedOn?: string | null;
  remarks?: string | null;
  allowed: Decision[];
}

const place = { area: 'admin', resource: 'master/proposal' } as const;

export const pathOfProposals = '/auth/settings/proposals';

/** The resources of which changes may need a second person. */
const resources = [
  'master',
  'usermaster',
  'userrolemapping',
  'roledefinition',
  'rolescreenmapping',
  'roleactionmapping',
  'roleappmapping',
  'authlevel',
  'ssoconfiguration',
  'integrationmaster',
  'emailconfig',
];

/** True for those who decide on changes of at least one resource. */
export const isAdministrator = ({ screens }: Auth) =>
  screens.some((screen) => resources.includes(screen.resource) && can(screen, 'edit'));

/** The root of the keys of all queries of proposals. */
export const proposalsKey = ['proposals'];

/** Those that wait first, then the newest. */
export function useProposals(isEnabled = true) {
  const { entityCode, userId } = useAuth();
  return useQuery({
    queryKey: [...proposalsKey, entityCode, userId],
    enabled: isEnabled,
    queryFn: ({ signal }) => list<Proposal>(place, {}, { signal, screenId: '', failure: 'inline' }),
    select: ({ content }) => content,
  });
}

export const decide = (proposalId: string, action: Decision, remarks = '') =>
  update(place, { proposalId, action, ...(remarks && { remarks }) }, { screenId: '' });
