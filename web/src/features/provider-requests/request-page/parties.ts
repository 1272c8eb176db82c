import type { DocRequest, Party } from '@/lib/requests';

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
