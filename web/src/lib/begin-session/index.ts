import { keepToken } from '@/lib/api';
import { type Auth, session } from '@/lib/session';
import { applyTheme } from '@/lib/theme';
import { setEntityType, setLanguage } from '@/lib/wording';

/**
 * Applies the answer of a login call: token, theme and words. The caller stores the auth object, because that
 * switches the page. A language chosen before login stays.
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
