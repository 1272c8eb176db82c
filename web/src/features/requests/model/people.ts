import type { Party } from '@/lib/requests';

export const nameOf = ({
  firstName,
  secondName,
  lastName,
}: Pick<Party, 'firstName' | 'secondName' | 'lastName'>) =>
  [firstName, secondName, lastName].filter(Boolean).join(' ');

/** Work that nobody's hand did: an expiry, a reminder. */
export const isSystem = (actor: string) => actor === 'system' || actor.startsWith('system:');
