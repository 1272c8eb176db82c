import { lazy } from 'react';

/** Every ADM and SMS screen is drawn from its definition by one feature, fetched when first needed. */
export const MasterScreen = lazy(async () => {
  const { MasterScreen } = await import('@/features/master-data');
  return { default: MasterScreen };
});

/** What the users' screen shows when its address names a user to check. */
export const AccessCheck = lazy(async () => {
  const { AccessCheck } = await import('@/features/access-check');
  return { default: AccessCheck };
});

/** Except the logs, which are only read. */
export const LogScreen = lazy(async () => {
  const { LogScreen } = await import('@/features/activity-log');
  return { default: LogScreen };
});
