/** What a new app is set up with. */
export interface Enrolment {
  secret: string;
  /** otpauth://… */
  uri: string;
  /** The same as a QR code, a data: url. */
  qr: string;
}

/** The answer of a call that needs a second factor: its kind, and its validity in seconds. */
export interface Asked {
  factorRef: string;
  /** `enrol`: the user sets up an app with the enrolment and answers with its first code. */
  method: 'totp' | 'mail' | 'enrol';
  enrolment?: Enrolment;
  maskedTo: string | null;
  expiresIn: number;
  resendIn: number;
}

/** The same with timestamps (milliseconds since the epoch) instead of seconds. */
export interface Challenge {
  factorRef: string;
  method: 'totp' | 'mail';
  /** Only where an app is to be set up. */
  enrolment?: Enrolment | undefined;
  maskedTo: string;
  goodUntil: number;
  resendAt: number;
}

export function challengeOf({ factorRef, method, enrolment, maskedTo, expiresIn, resendIn }: Asked): Challenge {
  const now = Date.now();
  return {
    factorRef,
    method: method === 'mail' ? 'mail' : 'totp',
    enrolment,
    maskedTo: maskedTo ?? '',
    goodUntil: now + expiresIn * 1000,
    resendAt: now + resendIn * 1000,
  };
}

/** A code from the app or a mail; a recovery code if the phone is lost. */
export type Proof = 'code' | 'recovery';

export const codeLength = 6;
const recoveryHalf = 5;

/** The server ends a challenge after this many wrong codes. */
export const mostTries = 5;

/** Normalises typed or pasted input: '123456', or `abcde-fghij`. */
export function tidy(proof: Proof, text: string): string {
  if (proof === 'code') return text.replace(/\D/g, '').slice(0, codeLength);
  const bare = text
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 2 * recoveryHalf);
  return bare.length > recoveryHalf ? `${bare.slice(0, recoveryHalf)}-${bare.slice(recoveryHalf)}` : bare;
}

export const isWhole = (proof: Proof, text: string) =>
  text.length === (proof === 'code' ? codeLength : 2 * recoveryHalf + 1);
