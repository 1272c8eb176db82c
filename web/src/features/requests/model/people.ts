import type { Party, RequestRow } from '@/lib/requests';

export const nameOf = ({
  firstName,
  secondName,
  lastName,
}: Pick<Party, 'firstName' | 'secondName' | 'lastName'>) =>
  [firstName, secondName, lastName].filter(Boolean).join(' ');

/** Work that nobody's hand did: an expiry, a reminder. */
export const isSystem = (actor: string) => actor === 'system' || actor.startsWith('system:');

type Held = Pick<RequestRow, 'owner' | 'forwardedTo'>;

/** To whom none of these can be forwarded: whoever has it has it, and nobody hands it to himself but its owner, back. */
export function notForwardable(rows: Held[], me: string): string[] {
  const holder = ({ owner, forwardedTo }: Held) => forwardedTo ?? owner;
  const isRefused = (userId: string) => (row: Held) =>
    userId === holder(row) || (userId === me && userId !== row.owner);
  return [...new Set([me, ...rows.map(holder)])].filter((userId) => rows.every(isRefused(userId)));
}
