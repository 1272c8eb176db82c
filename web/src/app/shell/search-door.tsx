import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { createStore } from '@/lib/feedback';

const ScreenSearch = lazy(() => import('./screen-search'));

/** How often the search of screens was wished for. */
export const searchWishes = createStore(0);
export const wishSearch = () => searchWishes.set(searchWishes.get() + 1);

/** Ctrl K anywhere, even while typing. The search itself comes with the first wish. */
export function SearchDoor() {
  const wishes = searchWishes.use();
  useHotkeys([['mod+K', wishSearch]], []);
  return <Suspense>{wishes > 0 && <ScreenSearch />}</Suspense>;
}
