import { find, update } from '@/lib/api';
import type { Language } from '@/lib/session';

const place = { area: 'sms', resource: 'customerusermaster' } as const;

/** The fields a customer may change. */
export interface Changeable {
  firstName: string;
  secondName: string;
  lastName: string;
  mailId: string;
  mobileNumber: string;
  userLanguage: Language;
}

export interface Profile extends Changeable {
  userId: string;
  versionNumber: number;
}

/** A new address, valid once its code is entered. */
export interface PendingAddress {
  otpRef: string;
  maskedTo: string;
  /** Milliseconds since the epoch. */
  goodUntil: number;
  resendAt: number;
  /** The request, so that another code can be sent. */
  wanted: Changeable;
}

interface Sent {
  otpRef?: string;
  maskedTo?: string;
  /** Seconds. */
  expiresIn?: number;
  resendIn?: number;
}

type Answer = { [Name in keyof Profile]: Profile[Name] | null };

/** Empty fields arrive as null and render as empty text. */
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
  mailId: profile.mailId,
  mobileNumber: profile.mobileNumber,
  userLanguage: profile.userLanguage,
});

/** The caller's own record, identified by the token. */
export const ownProfile = async () => readable(await find<Answer>(place, {}));

/** Saves fields that need no confirmation; a new address returns a pending code. */
export async function saveProfile(
  values: Changeable,
  versionNumber: number,
): Promise<{ saved: Profile; pending: PendingAddress | null }> {
  const texts = Object.entries(changeable(values)).map(([name, value]) => [name, value.trim() || null]);
  const record = { ...Object.fromEntries(texts), versionNumber };
  const answer = await update<Answer & Sent>(place, record, { failure: 'inline' });
  return { saved: readable(answer), pending: pendingOf(answer, values) };
}

function pendingOf({ otpRef, maskedTo, expiresIn, resendIn }: Sent, wanted: Changeable): PendingAddress | null {
  if (!otpRef) return null;
  const now = Date.now();
  return {
    otpRef,
    maskedTo: maskedTo ?? '',
    goodUntil: now + (expiresIn ?? 0) * 1000,
    resendAt: now + (resendIn ?? 0) * 1000,
    wanted,
  };
}

export const confirmAddress = async (otpRef: string, otp: string) =>
  readable(await update<Answer>(place, { otpRef, otp }, { failure: 'inline' }));
