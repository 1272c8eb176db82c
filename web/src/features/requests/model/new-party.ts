import { partyLimits } from '@/generated/requests';
import { isEmail, isMobile, isText, tidyMobile } from '@/lib/check';
import type { DocRequest, Party, PartyInput } from '@/lib/requests';
import type { Language } from '@/lib/session';
import { t } from '@/lib/wording';

/** One more party of a sent request: the wizard's party fields, in its order and by its rules. */
export interface NewParty {
  firstName: string;
  secondName: string;
  lastName: string;
  mobileNumber: string;
  emailAddress: string;
  partyType: Party['partyType'];
  langCode: Party['langCode'];
  emailNotification: boolean;
  smsNotification: boolean;
  authorizeOtherPty: boolean;
  requestRemarks: string;
  documents: string[];
}

export const emptyParty = (langCode: Language): NewParty => ({
  firstName: '',
  secondName: '',
  lastName: '',
  mobileNumber: '',
  emailAddress: '',
  partyType: 'Customer',
  langCode,
  emailNotification: true,
  smsNotification: false,
  authorizeOtherPty: false,
  requestRemarks: '',
  documents: [],
});

export type TextName = 'firstName' | 'secondName' | 'lastName' | 'mobileNumber' | 'emailAddress';

export const longest: Record<TextName | 'requestRemarks', number> = { ...partyLimits, mobileNumber: 15 };

export const labelOf = (name: keyof NewParty): string => t(`field.docrequest.${name}`);

export const isRequired = (name: TextName, party: NewParty) =>
  name === 'emailAddress' ? party.emailNotification : name !== 'secondName';

/** Mobile numbers are often pasted with spaces; accept them. */
export const tidied = (name: TextName, text: string) =>
  name === 'mobileNumber' ? tidyMobile(text) : text.trim();

function textFault(name: TextName, party: NewParty): string | undefined {
  const label = labelOf(name);
  const text = tidied(name, party[name]);
  if (text === '') return isRequired(name, party) ? t('message.enter', { label }) : undefined;
  if (!isText(text)) return t('message.enterValid', { label });
  if (name === 'emailAddress' && !isEmail(text)) return t('message.validEmail');
  return name === 'mobileNumber' && !isMobile(text) ? t('message.enterValid', { label }) : undefined;
}

/** A number or address shared by two parties would send one person the other's messages. */
function twinFault(name: 'mobileNumber' | 'emailAddress', party: NewParty, others: Party[]) {
  const text = tidied(name, party[name]).toLowerCase();
  const isTwin = text !== '' && others.some((other) => other[name]?.toLowerCase() === text);
  return isTwin ? t('message.exists', { label: labelOf(name) }) : undefined;
}

export function checkParty(party: NewParty, { parties }: DocRequest) {
  const isTold = party.emailNotification || party.smsNotification;
  return {
    firstName: textFault('firstName', party),
    secondName: textFault('secondName', party),
    lastName: textFault('lastName', party),
    mobileNumber: textFault('mobileNumber', party) ?? twinFault('mobileNumber', party, parties),
    emailAddress: textFault('emailAddress', party) ?? twinFault('emailAddress', party, parties),
    emailNotification: isTold ? undefined : t('message.eitherEmailOrSms'),
    requestRemarks: isText(party.requestRemarks)
      ? undefined
      : t('message.enterValid', { label: labelOf('requestRemarks') }),
  };
}

/** The party whose remarks go to all, if any. */
export const sharing = ({ parties }: DocRequest) => parties.find((party) => party.sameRemarksToAllPty);

/** Empty values are not sent: an empty text is not a mobile number. */
export function bodyOf({ documents, ...party }: NewParty, request: DocRequest): PartyInput {
  const shared = sharing(request);
  const requestRemarks = shared ? (shared.requestRemarks ?? '') : party.requestRemarks;
  const names = ['firstName', 'secondName', 'lastName', 'mobileNumber', 'emailAddress'] as const;
  const texts = Object.fromEntries(names.map((name) => [name, tidied(name, party[name])]));
  const all = { ...party, ...texts, requestRemarks: requestRemarks.trim() };
  return {
    ...(Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')) as typeof party),
    sameRemarksToAllPty: shared !== undefined,
    documents: documents.map((documentCode) => ({ documentCode, mandatory: true })),
  };
}
