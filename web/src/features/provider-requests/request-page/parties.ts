import type { DocRequest, Party } from '@/lib/requests';

type Seen = Party & { own?: boolean };

const plain = (text: string | null) => (text ?? '').toLowerCase().replace(/[\s-]/g, '');

/** Is it the one who looks? The server says so; the login tells it as well. */
export function isMe(party: Seen, userId: string): boolean {
  const me = plain(userId);
  return party.own ?? [party.emailAddress, party.mobileNumber].some((each) => plain(each) === me);
}

/** Parties with documents; they are named where the reader is not the only one. */
export function ownersIn(request: DocRequest, userId: string) {
  const owners = request.parties.filter(({ documents }) => documents.length > 0);
  return { owners, isNamed: owners.some((party) => !isMe(party, userId)) };
}

/** Those whom the reader has let act for him. */
export function helpersOf(request: DocRequest, userId: string): Party[] {
  const mine = request.parties.filter((party) => isMe(party, userId)).map(({ partySeqNo }) => partySeqNo);
  return request.parties.filter(
    (party) => party.authPartySeqNo !== null && mine.includes(party.authPartySeqNo) && !isMe(party, userId),
  );
}
