import type { ReactNode } from 'react';
import { vi } from 'vitest';

type Guard = { shouldBlockFn(way: object): Promise<boolean> };

/** The wizard's location and navigation; its tests use this in place of the router. */
export const router = {
  url: {} as Record<string, string>,
  navigate: vi.fn(),
  guard: { current: undefined as Guard | undefined },
};

export const urlState = { useUrlState: () => [router.url, vi.fn()] };

export const tanstack = {
  Link: ({ to, ...rest }: { to: string; children: ReactNode }) => <a href={to} {...rest} />,
  useNavigate: () => router.navigate,
  useBlocker: (guard: Guard) => {
    router.guard.current = guard;
  },
};

/** Navigates from the wizard to another screen. */
export const leaving = { current: { pathname: '/requestor/doc-request/Create' }, next: { pathname: '/auth/home' } };
