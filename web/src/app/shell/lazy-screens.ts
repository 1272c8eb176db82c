import { lazy } from 'react';

/** One feature renders every ADM and SMS screen from its definition; it is fetched when first needed. */
export const MasterScreen = lazy(async () => {
  const { MasterScreen } = await import('@/features/master-data');
  return { default: MasterScreen };
});

/** Replaces the users screen when the address names a user to check. */
export const AccessCheck = lazy(async () => {
  const { AccessCheck } = await import('@/features/access-check');
  return { default: AccessCheck };
});

/** The logs are read-only and have their own feature. */
export const LogScreen = lazy(async () => {
  const { LogScreen } = await import('@/features/activity-log');
  return { default: LogScreen };
});
