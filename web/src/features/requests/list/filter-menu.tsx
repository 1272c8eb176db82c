import { lazy } from 'react';
import { FilterMenu as Menu } from '@/components/filter-menu';
import type { ListState } from '../model/list-state';

const FilterFields = lazy(() => import('./filter-fields'));

interface Props {
  state: ListState;
  go(next: ListState): void;
  isPhone: boolean;
}

/** All filters of a list except the status, which is above it. */
export function FilterMenu({ state, go, isPhone }: Props) {
  const { status, ...others } = state.filters;
  const clear = () => go({ ...state, page: 1, filters: status ? { status } : {} });
  return (
    <Menu isPhone={isPhone} count={Object.keys(others).length} width={440} onClear={clear}>
      <FilterFields state={state} go={go} />
    </Menu>
  );
}
