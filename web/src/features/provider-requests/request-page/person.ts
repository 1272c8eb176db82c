import { options } from '@/lib/api';
import { act, type DocRequest, type Party } from '@/lib/requests';
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

export const levels = ['1', '2', '3'];

export interface Relationship {
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
    mobileNumber: text(person.mobileNumber),
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
