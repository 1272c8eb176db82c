import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { createStore } from '@/lib/feedback';

const ScreenSearch = lazy(() => import('./screen-search'));

/** Counts how often the screen search was opened. */
export const searchOpenings = createStore(0);
export const openSearch = () => searchOpenings.set(searchOpenings.get() + 1);

/** Ctrl K works everywhere, even while typing. The search itself loads when first opened. */
export function LazySearch() {
  const openings = searchOpenings.use();
  useHotkeys([['mod+K', openSearch]], []);
  return <Suspense>{openings > 0 && <ScreenSearch />}</Suspense>;
}
