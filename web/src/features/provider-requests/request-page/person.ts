import { options } from '@/lib/api';
import { loadPartyLevels } from '@/lib/party-levels';
import { act, type DocRequest, type Party, type RequestRow } from '@/lib/requests';
import { pageLanguage } from '@/lib/wording';

export interface Person {
  firstName: string;
  lastName: string;
  mobileNumber: string;
  emailAddress: string;
  relationship: string;
  authLevel: string;
}

export const nobody: Person = {
  firstName: '',
  lastName: '',
  mobileNumber: '',
  emailAddress: '',
  relationship: '',
  authLevel: '3',
};

/** Offered until it is known which of them the master has. */
export const levels = ['1', '2', '3'];
export const levelNumbers = async () => (await loadPartyLevels()).map(({ value }) => value);

interface Relationship {
  relationshipCode: string;
  relationshipDesc: string;
}

const place = { area: 'admin', resource: 'authpartyrelationshipdefinition' } as const;
export const relationships = () => options<Relationship>(place);

/** Notified by mail, SMS or both, depending on the addresses given. */
export function addPerson(request: DocRequest, me: Party, person: Person): Promise<DocRequest> {
  const text = (value: string) => value.trim() || null;
  const party = {
    partyType: me.partyType,
    firstName: person.firstName.trim(),
    lastName: person.lastName.trim(),
    mobileNumber: person.mobileNumber.trim(),
    emailAddress: text(person.emailAddress),
    emailNotification: text(person.emailAddress) !== null,
    smsNotification: text(person.mobileNumber) !== null,
    relationship: text(person.relationship),
    authPartySeqNo: me.partySeqNo,
    authLevel: Number(person.authLevel),
    langCode: pageLanguage(),
  };
  return act('addparty', { txnRefNo: request.txnRefNo, party }, { failure: 'inline' });
}

type Seen = Party & { own?: boolean };

const plain = (text: string | null) => (text ?? '').toLowerCase().replace(/[\s-]/g, '');

/** Whether the party is the reader, by the server's flag or the login. */
export function isMe(party: Seen, userId: string): boolean {
  const me = plain(userId);
  return party.own ?? [party.emailAddress, party.mobileNumber].some((each) => plain(each) === me);
}

/** Parties with documents; named when the reader is not the only one. */
export function ownersIn(request: DocRequest, userId: string) {
  const owners = request.parties.filter(({ documents }) => documents.length > 0);
  return { owners, isNamed: owners.some((party) => !isMe(party, userId)) };
}

/** The people authorised by the reader. */
export function helpersOf(request: DocRequest, userId: string): Party[] {
  const mine = request.parties.filter((party) => isMe(party, userId)).map(({ partySeqNo }) => partySeqNo);
  return request.parties.filter(
    (party) => party.authPartySeqNo !== null && mine.includes(party.authPartySeqNo) && !isMe(party, userId),
  );
}

type OutcomeKind = 'accepted' | 'declined' | 'cancelled' | 'expired';

type Stand = Pick<RequestRow, 'latestAction'> & { transactionStatus: string };

/** How a request ended; null while open. */
export function outcomeOf({ transactionStatus, latestAction }: Stand): OutcomeKind | null {
  switch (transactionStatus) {
    case 'Accepted':
      return 'accepted';
    case 'Expired':
      return 'expired';
    case 'Cancelled':
      return 'cancelled';
    case 'Rejected':
      return /cancel/i.test(latestAction) ? 'cancelled' : 'declined';
    default:
      return null;
  }
}
