import type { Definition, Field } from '@/lib/definitions';

/** Definitions for tests, in the shape the server serves. */
export function field(name: string, type: Field['type'], more: Partial<Field> = {}): Field {
  return { name, type, max: 0, required: false, key: false, unique: false, chosen: false, ...more };
}

const key = { key: true, required: true };
const tenant = { resource: 'tenancymaintenance', pairs: [['tenantCode', 'tenantCode']] as [string, string][] };

export const branch: Definition = {
  resource: 'branchmaster',
  area: 'admin',
  screens: ['SD-ADM-001'],
  key: ['branchCode', 'tenantCode'],
  label: 'branchName',
  tenantScoped: true,
  actions: ['access', 'view', 'edit', 'delete', 'copy', 'close'],
  fields: [
    field('branchCode', 'code', { ...key, max: 10 }),
    field('branchName', 'text', { required: true, max: 100 }),
    field('tenantCode', 'code', { ...key, max: 20, chosen: true, reference: tenant }),
    field('address1', 'text', { max: 100 }),
    field('city', 'text', { max: 50 }),
    field('state', 'state', { max: 10, chosen: true }),
    field('mobileNumber', 'mobile', { max: 15 }),
    field('emailAddress', 'email', { max: 128, unique: true }),
    field('opened', 'date', { chosen: true }),
    field('floors', 'int', { max: 3, least: 1, most: 200 }),
    field('apiKey', 'secret', { max: 20, required: true }),
    field('vault', 'bool', { required: true, chosen: true }),
    field('status', 'enum', { required: true, chosen: true, options: ['Active', 'InActive'] }),
  ],
};

export const roleAction: Definition = {
  resource: 'roleactionmapping',
  area: 'sms',
  screens: ['SD-SMS-006'],
  key: ['roleCode', 'actionCode'],
  label: 'actionCode',
  tenantScoped: false,
  actions: ['access', 'view'],
  fields: [
    field('roleCode', 'code', {
      ...key,
      max: 20,
      chosen: true,
      reference: { resource: 'roledefinition', pairs: [['roleCode', 'roleCode']] },
    }),
    field('actionCode', 'enum', { ...key, chosen: true, options: ['send', 'approve'] }),
  ],
};
