import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { createStore } from '@/lib/feedback';

const ScreenSearch = lazy(() => import('./screen-search'));

/** How often the search of screens was wished for. */
export const searchOpenings = createStore(0);
export const openSearch = () => searchOpenings.set(searchOpenings.get() + 1);

/** Ctrl K anywhere, even while typing. The search itself comes with the first wish. */
export function LazySearch() {
  const openings = searchOpenings.use();
  useHotkeys([['mod+K', openSearch]], []);
  return <Suspense>{openings > 0 && <ScreenSearch />}</Suspense>;
}
