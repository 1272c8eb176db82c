import { useSyncExternalStore } from 'react';

export type Action = 'access' | 'view' | 'edit' | 'delete' | 'copy' | 'close';

export interface ScreenInfo {
  screenCode: string;
  path: string;
  title: string;
  group: string;
  kind: 'master' | 'rich' | 'log' | 'wizard' | (string & {});
  resource: string;
  actions: Action[];
}

export interface Branch {
  tenantCode: string;
  branchCode: string;
}

export type EntityType = 'FinInstitute' | 'Bank' | 'Education' | (string & {});
export type Language = 'en' | 'ta';
export type ThemeTokens = Record<string, string>;

/** Customers use the portal; everyone else is staff. */
export const isCustomer = ({ userType }: Pick<Auth, 'userType'>) => userType === 'C';

/** The spec's auth object, as the login call and `sms/me` return it. */
export interface Auth {
  userId: string;
  userType: string;
  countryCode: string;
  entityCode: string;
  tenantCode: string;
  branchCode: string;
  defaultTenantCode: string;
  defaultBranchCode: string;
  /** Of staff. */
  departmentCode?: string;
  /** False when the entity does without lines 2 and 3 of a customer's address. */
  addressLinesRequired?: boolean;
  userLanguage: Language;
  userName: string;
  entityType: EntityType;
  displayName: string;
  /** The address of the entity's logo; customers have none here. */
  logo?: string | null;
  theme: ThemeTokens | null;
  /** The help contact, where the entity has one. */
  supportMail?: string | null;
  /** What the entity says to its customers on every page; only customers have it. */
  remarksMessage?: string | null;
  remarksMessageTa?: string | null;
  /** Customers have none. */
  branches: Branch[];
  screens: ScreenInfo[];
  /** Business actions the roles allow: send, approve, import … Customers have none. */
  businessActions?: string[];
}

export const services = ['admin', 'app', 'banker', 'customer', 'sms'] as const;
export type Service = (typeof services)[number];

/** The spec's names; session storage holds nothing else of the session. */
type Key = 'auth' | 'token' | 'otp' | 'theme' | 'NLS' | 'entityType' | Service;

/** What a new tab of the same browser takes over. */
const handedOn = ['auth', 'token', 'theme', 'NLS', 'entityType', ...services] as const;
export type Kept = Partial<Record<(typeof handedOn)[number], string>>;

const listeners = new Set<() => void>();
const clearing = new Set<() => void>();
let parsed: { text: string; auth: Auth } | undefined;

const read = (key: Key) => sessionStorage.getItem(key) ?? '';

function write(key: Key, value: string) {
  if (value === '') sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, value);
  for (const listener of listeners) listener();
}

/** Parses each stored text once, so that React sees the same object until it changes. */
function auth(): Auth | null {
  const text = read('auth');
  if (text === '') return null;
  if (parsed?.text !== text) parsed = { text, auth: JSON.parse(text) as Auth };
  return parsed.auth;
}

export const session = {
  auth,
  token: () => read('token'),
  otp: () => read('otp'),
  theme: () => JSON.parse(read('theme') || 'null') as ThemeTokens | null,
  language: () => (read('NLS') || 'en') as Language,
  hasLanguage: () => read('NLS') !== '',
  entityType: () => read('entityType') as EntityType,
  baseUrl: (service: Service) => read(service),

  setAuth: (value: Auth) => write('auth', JSON.stringify(value)),
  setToken: (value: string) => write('token', value),
  setOtp: (value: string) => write('otp', value),
  setTheme: (value: ThemeTokens | null) => write('theme', value ? JSON.stringify(value) : ''),
  setLanguage: (value: Language) => write('NLS', value),
  setEntityType: (value: EntityType) => write('entityType', value),
  setBaseUrl: (service: Service, url: string) => write(service, url),

  kept: (): Kept => Object.fromEntries(handedOn.map((key) => [key, read(key)])),
  restore(kept: Kept) {
    for (const key of handedOn) write(key, kept[key] ?? '');
  },

  clear() {
    for (const before of clearing) before();
    sessionStorage.clear();
    for (const listener of listeners) listener();
  },
  /** Runs just before the storage is cleared: the last moment to save something. */
  beforeClear(run: () => void) {
    clearing.add(run);
    return () => void clearing.delete(run);
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

export function useOptionalAuth(): Auth | null {
  return useSyncExternalStore(session.subscribe, session.auth);
}

/** For code inside the shell, which renders only for logged-in users. */
export function useAuth(): Auth {
  const auth = useOptionalAuth();
  if (!auth) throw new Error('useAuth outside a session');
  return auth;
}
