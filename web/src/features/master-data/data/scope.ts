import { useAuth } from '@/lib/session';
import type { Definition } from '../model/definition';

/** Cache keys include the user and place: no session sees what another one fetched. */
export function useScope(): string[] {
  const { entityCode, tenantCode, userId } = useAuth();
  return [entityCode, tenantCode, userId];
}

/** The root of all query keys of one resource. */
export function keysOf(scope: string[], resource: Definition['resource']): string[] {
  return ['master-data', ...scope, resource];
}
