import { useMatches } from '@tanstack/react-router';
import { useMemo } from 'react';
import { can } from '@/lib/permissions';
import { type ScreenInfo, useAuth } from '@/lib/session';

export const overviewScreen = 'SD-BNK-004';
export const detailsScreen = 'SD-BNK-007';
const upload = 'SD-BNK-008';
const lists = ['SD-BNK-005', 'SD-BNK-002', 'SD-BNK-006'];

/** The request pages this user can open; undefined where the user lacks the screen. */
export function useRequestRoutes() {
  const { screens, entityType } = useAuth();
  return useMemo(() => {
    const screen = (code: string) => screens.find(({ screenCode }) => screenCode === code);
    const wizard = screen(entityType === 'Education' ? 'SD-EDU-001' : 'SD-BNK-001');
    const at = (code: string) => {
      const path = screen(code)?.path;
      return path === undefined
        ? undefined
        : (txnRefNo: string) => path.replace(':txnRefNo', encodeURIComponent(txnRefNo));
    };
    return {
      /** A list that shows requests. */
      list: lists.map((code) => screen(code)?.path).find(Boolean),
      overview: at(overviewScreen),
      details: at(detailsScreen),
      upload: can(screen(upload), 'edit') ? at(upload) : undefined,
      /** The wizard of the entity's type. */
      create: can(wizard, 'edit') ? wizard?.path : undefined,
    };
  }, [screens, entityType]);
}

export type RequestRoutes = ReturnType<typeof useRequestRoutes>;

/** The reference in the address. Use the match, not the address, which changes first. */
export function useReference({ path }: ScreenInfo): string {
  const here = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' });
  return decodeURIComponent(here.split('/')[path.split('/').indexOf(':txnRefNo')] ?? '');
}
