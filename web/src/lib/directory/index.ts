import { call, domain } from '@/lib/api';
import type { EntityType } from '@/lib/session';

export interface Entity {
  entityCode: string;
  displayName: string;
  entityType: EntityType;
  /** The address of its logo. */
  logo: string | null;
}

export interface Tenant {
  tenantCode: string;
  tenantName: string;
}

const openCall = { area: 'app', anonymous: true, failure: 'inline' } as const;

export async function entities(): Promise<Entity[]> {
  const { countryCode } = await domain();
  const query = { code: countryCode };
  const { data } = await call<Entity>({ ...openCall, resource: 'entity/entityList', query });
  return data.content ?? [];
}

export async function tenants(entityCode: string): Promise<Tenant[]> {
  const body = { entityCode };
  const { data } = await call<Tenant>({ ...openCall, resource: 'tenancymaintenance', body });
  return data.content ?? [];
}
