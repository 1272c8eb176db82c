import { type ComponentType, lazy } from 'react';
import type { ScreenInfo } from '@/lib/session';

type Screen = ComponentType<{ screen: ScreenInfo }>;
type Load = () => Promise<{ default: Screen }>;

/** The requestor screens by code, each fetched when first needed. */
const loads: Record<string, Load> = {
  'SD-BNK-002': () => import('@/features/requests/list'),
  'SD-BNK-004': () => import('@/features/requests/overview'),
  'SD-BNK-005': () => import('@/features/requests/list'),
  'SD-BNK-006': () => import('@/features/requests/list'),
  'SD-BNK-007': () => import('@/features/requests/details'),
  'SD-BNK-001': () => import('@/features/request-wizard'),
  'SD-EDU-001': () => import('@/features/request-wizard'),
  'SD-BNK-003': () => import('@/features/dashboard'),
  'SD-BNK-008': () => import('@/features/upload'),
};

const screens: Record<string, Screen> = Object.fromEntries(
  Object.entries(loads).map(([code, load]) => [code, lazy(load)]),
);

export const requestScreen = (code: string): Screen | undefined => screens[code];
