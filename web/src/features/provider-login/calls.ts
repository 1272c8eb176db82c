import { ApiError, call, send } from '@/lib/api';
import { beginSession } from '@/lib/begin-session';
import type { Auth } from '@/lib/session';
import type { Channel, Pending, Starter } from './pending';

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
}

/** Sends a code. The answer is the same for unknown users. */
export async function startLogin(starter: Starter): Promise<Pending> {
  const { data } = await call<Answer>({ ...openCall, body: starter });
  const { otpRef, channel, maskedTo, expiresIn, resendIn } = data.record as Answer;
  const now = Date.now();
  return {
    starter,
    otpRef,
    channel,
    maskedTo,
    goodUntil: now + expiresIn * 1000,
    resendAt: now + resendIn * 1000,
  };
}

export async function endLogin(otpRef: string, otp: string): Promise<Auth> {
  return beginSession(await send({ ...openCall, body: { otpRef, otp } }));
}

/** True for a link that is used, expired or invalid; other errors may be temporary. */
export const isLinkGone = (error: unknown) =>
  error instanceof ApiError && [400, 404, 410, 422].includes(error.status);
