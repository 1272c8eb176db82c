import { type Action, type Auth, type ScreenInfo, useAuth } from '@/lib/session';

type Module = 'ADM' | 'BNK' | 'CUS' | 'SMS';

const modules: Record<string, Module> = { admin: 'ADM', requestor: 'BNK', provider: 'CUS', sms: 'SMS' };
const providerScreen = 'SD-CUS-001';

export const can = (screen: ScreenInfo | undefined, action: Action) => screen?.actions.includes(action) ?? false;

export const isProvider = (path: string) => /^\/provider(\/|$)/.test(path);

export const moduleOf = (path: string): Module | '' => modules[path.split('/')[1] ?? ''] ?? '';

/** `/requestor/transactions/:txnRefNo` matches any one segment in place of the parameter. */
function matches(pattern: string, path: string) {
  const [want, have] = [pattern.split('/'), path.replace(/\/$/, '').split('/')];
  return want.length === have.length && want.every((part, at) => part.startsWith(':') || part === have[at]);
}

/** The exact path wins over one with a parameter. */
export function screenAt(path: string, auth: Auth | null): ScreenInfo | undefined {
  const found = auth?.screens.filter((screen) => matches(screen.path, path)) ?? [];
  return found.find((screen) => !screen.path.includes(':')) ?? found[0];
}

export function screenIdAt(path: string, auth: Auth | null) {
  return isProvider(path) ? providerScreen : (screenAt(path, auth)?.screenCode ?? '');
}

/** The caller's own screen with that code; undefined without it. */
export function useScreen(screenCode: string) {
  return useAuth().screens.find((screen) => screen.screenCode === screenCode);
}

export type Duty = 'requestor' | 'reviewer' | 'administrator' | 'viewer';

/** What a user mainly does, by the rights of their roles. */
export function dutyOf({ screens, businessActions = [] }: Pick<Auth, 'screens' | 'businessActions'>): Duty {
  const worksIn = (...areas: string[]) =>
    screens.some((screen) => areas.includes(moduleOf(screen.path)) && can(screen, 'edit'));
  if (worksIn('BNK') && businessActions.includes('send')) return 'requestor';
  if (worksIn('BNK') && businessActions.includes('review')) return 'reviewer';
  return worksIn('ADM', 'SMS') ? 'administrator' : 'viewer';
}

/** Whether the caller's roles allow a business action, such as `send` or `import`. */
export const useMay = (businessAction: string) => useAuth().businessActions?.includes(businessAction) ?? false;
