import type { Party } from '@/lib/requests';

export const nameOf = ({
  firstName,
  secondName,
  lastName,
}: Pick<Party, 'firstName' | 'secondName' | 'lastName'>) =>
  [firstName, secondName, lastName].filter(Boolean).join(' ');
