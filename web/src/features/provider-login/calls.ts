import { ApiError, call, send } from '@/lib/api';
import { beginSession } from '@/lib/begin-session';
import { type Auth, type Language, session } from '@/lib/session';
import { setLanguage } from '@/lib/wording';

const openCall = {
  area: 'sms',
  resource: 'customerusermasterLogin',
  anonymous: true,
  failure: 'inline',
} as const;

interface Answer {
  otpRef: string;
  channel: Channel;
  maskedTo: string;
  /** Seconds. */
  expiresIn: number;
  resendIn: number;
  isReused: boolean;
  resendsLeft: number;
  /** The owner's language; of links only. */
  language?: Language;
}

/** Sends a code, unless a valid one was sent before. The answer is the same for unknown users. */
export async function startLogin(starter: Starter): Promise<Pending> {
  const { data } = await call<Answer>({ ...openCall, body: starter });
  return pendingOf(starter, data.record as Answer);
}

/** What a phone reads off a computer's screen is a reference and its code. */
export const isHandoff = (linkToken: string) => linkToken.includes('~');

/**
 * Opens a link: a device where its owner logged in gets a session at once, any other a code. One that was read off
 * another screen carries the code.
 */
export async function openLink(linkToken: string): Promise<{ auth: Auth } | { pending: Pending }> {
  if (isHandoff(linkToken)) {
    const [otpRef = '', otp = ''] = linkToken.split('~');
    return { auth: await endLogin(otpRef, otp) };
  }
  const response = await send({ ...openCall, body: { linkToken } });
  if (response.headers.has('Authorization')) return { auth: await beginSession(response) };
  const answer: Answer = (await response.json()).data.record;
  // The mail was in the owner's language; one that was chosen here stays.
  if (answer.language && !session.hasLanguage()) await setLanguage(answer.language);
  return { pending: pendingOf({ linkToken }, answer) };
}

/** A new code; the starter of a link says so, because opening it again would refer to the last one. */
export const resend = (starter: Starter) => startLogin('linkToken' in starter ? { ...starter, resend: true } : starter);

function pendingOf(starter: Starter, answer: Answer): Pending {
  const { otpRef, channel, maskedTo, expiresIn, resendIn, isReused, resendsLeft } = answer;
  const now = Date.now();
  return {
    starter,
    otpRef,
    channel,
    maskedTo,
    isReused,
    resendsLeft,
    goodUntil: now + expiresIn * 1000,
    resendAt: now + resendIn * 1000,
  };
}

export async function endLogin(otpRef: string, otp: string): Promise<Auth> {
  return beginSession(await send({ ...openCall, body: { otpRef, otp } }));
}

/** True for a link that is used, expired or invalid; other errors may be temporary. */
export const isLinkGone = (error: unknown) => error instanceof ApiError && [400, 404, 410, 422].includes(error.status);

/** How the login started, so that a new code can be requested the same way. */
export type Starter =
  | { entityCode: string; userId: string; channel?: Channel }
  | { linkToken: string; resend?: boolean };

export type Channel = 'Email' | 'SMS';

/** A code that was sent and not yet entered. */
export interface Pending {
  starter: Starter;
  otpRef: string;
  channel: Channel;
  maskedTo: string;
  /** It was sent before; nothing was sent now. */
  isReused: boolean;
  /** How many more may be requested this hour. */
  resendsLeft: number;
  /** Milliseconds since the epoch. */
  goodUntil: number;
  resendAt: number;
}

const key = 'pendingLogin';

/** Phones drop a page while the user looks up the code in another app; returning must not start over. */
export const pendingLogin = {
  get(): Pending | null {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Pending | null;
    return kept && kept.goodUntil > Date.now() ? kept : null;
  },
  set(pending: Pending | null) {
    if (pending) sessionStorage.setItem(key, JSON.stringify(pending));
    else sessionStorage.removeItem(key);
  },
};

const looksLikeNumber = /^\+?[\d\s().-]+$/;

/** Numbers may be typed with spaces and dashes; the server expects none. */
export function plainId(typed: string) {
  const text = typed.trim();
  return looksLikeNumber.test(text) ? text.replace(/[^\d+]/g, '') : text;
}
