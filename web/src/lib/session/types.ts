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
  userLanguage: Language;
  userName: string;
  entityType: EntityType;
  displayName: string;
  theme: ThemeTokens | null;
  /** The help contact, where the entity has one. */
  supportMail?: string | null;
  /** Customers have none. */
  branches: Branch[];
  screens: ScreenInfo[];
  /** Business actions the roles allow: send, approve, import … Customers have none. */
  businessActions?: string[];
}
