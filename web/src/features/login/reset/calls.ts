import { ApiError, call, fieldsOf } from '@/lib/api';

const openCall = { area: 'sms', anonymous: true, failure: 'inline' } as const;

/** Always succeeds, so that nobody learns which users exist. */
export const askForLink = (body: { entityCode: string; userId: string }) =>
  call({ ...openCall, resource: 'usermaster/forgetpassword', body });

export const resetPassword = (body: { resetToken: string; password: string }) =>
  call({ ...openCall, resource: 'usermaster/resetpassword', body });

/** True when the link was refused, not the password. */
export function isLinkGone(error: unknown) {
  if (!(error instanceof ApiError)) return false;
  return [404, 410].includes(error.status) || 'resetToken' in fieldsOf(error);
}

/** The link carries its token after the #, where no server or log sees it. */
export const tokenOf = (hash: string) => decodeURIComponent(hash.replace(/^#(?:token=)?/, ''));
