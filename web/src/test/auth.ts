import type { Auth, ScreenInfo } from '@/lib/session';

export const aScreen = (patch: Partial<ScreenInfo> = {}): ScreenInfo => ({
  screenCode: 'SD-ADM-001',
  path: '/admin/branch-master',
  title: 'Branch Master',
  group: 'Admin Screen Access',
  kind: 'master',
  resource: 'branchmaster',
  actions: ['access', 'view', 'edit', 'delete', 'copy', 'close'],
  ...patch,
});

export const anAuth = (patch: Partial<Auth> = {}): Auth => ({
  userId: 'ADMIN',
  userType: 'B',
  countryCode: 'IN',
  entityCode: 'NGB',
  tenantCode: 'RETAIL',
  branchCode: 'BR101',
  defaultTenantCode: 'RETAIL',
  defaultBranchCode: 'BR101',
  userLanguage: 'en',
  userName: 'Ramya',
  entityType: 'Bank',
  displayName: 'Northgate Bank',
  theme: null,
  branches: [
    { tenantCode: 'RETAIL', branchCode: 'BR101' },
    { tenantCode: 'SME', branchCode: 'BR109' },
  ],
  screens: [aScreen()],
  ...patch,
});

/** A token in the server's format with that expiry, of a session where one matters. */
export function aToken(expiresAt: number, sid?: string) {
  const part = (value: object) => btoa(JSON.stringify(value)).replace(/=/g, '');
  return `${part({ typ: 'JWT' })}.${part({ sub: 'ADMIN', exp: Math.floor(expiresAt / 1000), sid })}.signature`;
}
