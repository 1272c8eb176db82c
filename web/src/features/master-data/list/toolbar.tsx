import { memo, type RefObject, useMemo } from 'react';
import { SearchBox } from '@/components/search-box';
import { table } from '@/components/table';
import { useTranslation } from '@/lib/wording';
import type { Definition, Field } from '../model/definition';
import { menuFilters, quickFilter } from '../model/filters';
import { type ListState, withFilter, withList } from '../model/url-state';
import { ColumnMenu } from './column-menu';
import { FilterMenu } from './filter-menu';
import { QuickFilter } from './quick-filter';

interface Props {
  definition: Definition;
  state: ListState;
  go(next: ListState): void;
  searchRef: RefObject<HTMLInputElement | null>;
  isPhone: boolean;
  columns: Field[];
  setColumns(names: string[]): void;
  resetColumns(): void;
}

export const Toolbar = memo(function Toolbar({
  definition,
  state,
  go,
  searchRef,
  isPhone,
  ...columnProps
}: Props) {
  const { t } = useTranslation();
  const quick = useMemo(() => quickFilter(definition), [definition]);
  const fields = useMemo(() => menuFilters(definition), [definition]);
  const kept = quick ? { [quick.name]: state.filters[quick.name] ?? '' } : {};
  return (
    <div className={table.toolbar}>
      <SearchBox
        inputRef={searchRef}
        label={t('ui.master.search', { many: t(`resource.${definition.resource}.many`) })}
        value={state.q}
        onChange={(q) => q !== state.q && go(withList(state, { q }))}
      />
      {quick && (
        <QuickFilter
          definition={definition}
          field={quick}
          isPhone={isPhone}
          value={state.filters[quick.name] ?? ''}
          onChange={(value) => go(withFilter(state, quick.name, value))}
        />
      )}
      <div className={table.tools}>
        {fields.length > 0 && (
          <FilterMenu
            isPhone={isPhone}
            definition={definition}
            fields={fields}
            filters={state.filters}
            onFilter={(field, value) => go(withFilter(state, field, value))}
            onClear={() => go(withList(state, { filters: kept }))}
          />
        )}
        {!isPhone && (
          <ColumnMenu
            definition={definition}
            columns={columnProps.columns}
            onChange={columnProps.setColumns}
            onReset={columnProps.resetColumns}
          />
        )}
      </div>
    </div>
  );
});
