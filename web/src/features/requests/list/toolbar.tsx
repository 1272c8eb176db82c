import type { RefObject } from 'react';
import { SearchBox } from '@/components/search-box';
import { table } from '@/components/table';
import { useTranslation } from '@/lib/wording';
import type { ListState } from '../model/list-state';
import { FilterMenu } from './filter-menu';
import { ViewMenu } from './view-menu';

interface Props {
  screenCode: string;
  state: ListState;
  go(next: ListState): void;
  isPhone: boolean;
  searchRef: RefObject<HTMLInputElement | null>;
}

export function Toolbar({ screenCode, state, go, isPhone, searchRef }: Props) {
  const { t } = useTranslation();
  return (
    <div className={table.toolbar}>
      <SearchBox
        inputRef={searchRef}
        label={t('ui.requests.search')}
        value={state.q}
        onChange={(q) => q !== state.q && go({ ...state, page: 1, q })}
      />
      <div className={table.tools}>
        <ViewMenu screenCode={screenCode} state={state} go={go} isPhone={isPhone} />
        <FilterMenu state={state} go={go} isPhone={isPhone} />
      </div>
    </div>
  );
}
