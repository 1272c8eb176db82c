import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export type UrlState = Record<string, string>;

/** The query of the address as plain texts. Setting '' or undefined removes a name. */
export function useUrlState() {
  const state = useSearch({ strict: false }) as UrlState;
  const navigate = useNavigate();
  const { page } = state;
  const change = useCallback(
    (patch: Record<string, string | number | undefined>, { replace = true } = {}) => {
      const merge = (before: UrlState) => {
        const entries = Object.entries({ ...before, ...patch });
        const kept = entries.filter(([, value]) => value !== undefined && value !== '');
        return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
      };
      // Another page of a list scrolls to the top; any other change keeps the scroll position.
      const resetScroll = 'page' in patch && String(patch.page ?? '') !== (page ?? '');
      navigate({ to: '.', search: merge as never, replace, resetScroll });
    },
    [navigate, page],
  );
  return [state, change] as const;
}

/** Plain `?page=2` search for the router: texts only, no JSON in the address. */
export const parseSearch = (search: string): UrlState => Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(state: Record<string, unknown>) {
  const entries = Object.entries(state).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
