import type { Party, RequestRow } from '@/lib/requests';

export const nameOf = ({
  firstName,
  secondName,
  lastName,
}: Pick<Party, 'firstName' | 'secondName' | 'lastName'>) =>
  [firstName, secondName, lastName].filter(Boolean).join(' ');

/** The actor of automatic events: an expiry, a reminder. */
export const isSystem = (actor: string) => actor === 'system' || actor.startsWith('system:');

type Held = Pick<RequestRow, 'owner' | 'forwardedTo'>;

/** Users these requests cannot be forwarded to: the current holder, and oneself unless the owner takes one back. */
export function notForwardable(rows: Held[], me: string): string[] {
  const holder = ({ owner, forwardedTo }: Held) => forwardedTo ?? owner;
  const isRefused = (userId: string) => (row: Held) =>
    userId === holder(row) || (userId === me && userId !== row.owner);
  return [...new Set([me, ...rows.map(holder)])].filter((userId) => rows.every(isRefused(userId)));
}
