import { find, update } from '@/lib/api';
import type { Language } from '@/lib/session';

const place = { area: 'sms', resource: 'customerusermaster' } as const;

/** What a customer may change about themselves. */
export interface Changeable {
  firstName: string;
  secondName: string;
  lastName: string;
  mobileNumber: string;
  userLanguage: Language;
}

export interface Profile extends Changeable {
  userId: string;
  mailId: string;
  versionNumber: number;
}

type Answer = { [Name in keyof Profile]: Profile[Name] | null };

/** Empty fields come as null and are drawn as empty texts. */
const readable = (record: Answer): Profile => ({
  userId: record.userId ?? '',
  mailId: record.mailId ?? '',
  firstName: record.firstName ?? '',
  secondName: record.secondName ?? '',
  lastName: record.lastName ?? '',
  mobileNumber: record.mobileNumber ?? '',
  userLanguage: record.userLanguage ?? 'en',
  versionNumber: record.versionNumber ?? 0,
});

export const changeable = (profile: Changeable): Changeable => ({
  firstName: profile.firstName,
  secondName: profile.secondName,
  lastName: profile.lastName,
  mobileNumber: profile.mobileNumber,
  userLanguage: profile.userLanguage,
});

/** The caller's own record: the token says whose. */
export const ownProfile = async () => readable(await find<Answer>(place, {}));

export async function saveProfile(values: Changeable, versionNumber: number): Promise<Profile> {
  const texts = Object.entries(changeable(values)).map(([name, value]) => [name, value.trim() || null]);
  const record = { ...Object.fromEntries(texts), versionNumber };
  return readable(await update<Answer>(place, record, { failure: 'inline' }));
}
