import { keepToken, send } from '@/lib/api';
import { type Auth, session } from '@/lib/session';
import { applyTheme } from '@/lib/theme';
import { setEntityType, setLanguage } from '@/lib/wording';

export interface Credentials {
  entityCode: string;
  tenantCode: string;
  userId: string;
  password: string;
  captchaId: string;
  captchaAnswer: string;
}

/**
 * Everything of the session but the auth object, which the caller puts in place: with it the page changes.
 * Throws an ApiError with the server's words; its `fields` say which field is meant.
 */
export async function logIn(credentials: Credentials): Promise<Auth> {
  const response = await send({
    area: 'sms',
    resource: 'usermasterlogin',
    body: credentials,
    anonymous: true,
    failure: 'inline',
  });
  const auth = (await response.json()).data.record as Auth;
  const chosen = session.hasLanguage() ? session.language() : auth.userLanguage;
  session.setTheme(auth.theme);
  applyTheme(auth.theme);
  await setLanguage(chosen);
  await setEntityType(auth.entityType);
  keepToken(response);
  return auth;
}
