import { ApiError, call, fieldsOf } from '@/lib/api';

const openCall = { area: 'sms', anonymous: true, failure: 'inline' } as const;

/** Always answers well, so that nobody learns here who exists. */
export const askForLink = (body: { entityCode: string; userId: string }) =>
  call({ ...openCall, resource: 'usermaster/forgetpassword', body });

export const resetPassword = (body: { resetToken: string; password: string }) =>
  call({ ...openCall, resource: 'usermaster/resetpassword', body });

/** Whether it is the link that was refused, and not the password. */
export function isLinkGone(error: unknown) {
  if (!(error instanceof ApiError)) return false;
  return [404, 410].includes(error.status) || 'resetToken' in fieldsOf(error);
}

/** The link carries its token behind the #, where no server and no log sees it. */
export const tokenOf = (hash: string) => decodeURIComponent(hash.replace(/^#(?:token=)?/, ''));
