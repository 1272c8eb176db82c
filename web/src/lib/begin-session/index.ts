import { keepToken } from '@/lib/api';
import { type Auth, session } from '@/lib/session';
import { applyTheme } from '@/lib/theme';
import { setEntityType, setLanguage } from '@/lib/wording';

/**
 * Takes over what a login call answered: token, theme and words. The auth object is left to the caller, because
 * with it the page changes. A language chosen on the page before stays.
 */
export async function beginSession(response: Response): Promise<Auth> {
  const auth = (await response.json()).data.record as Auth;
  const chosen = session.hasLanguage() ? session.language() : auth.userLanguage;
  session.setTheme(auth.theme);
  applyTheme(auth.theme);
  await setLanguage(chosen);
  await setEntityType(auth.entityType);
  keepToken(response);
  return auth;
}
