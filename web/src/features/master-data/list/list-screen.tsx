import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { loadSelect } from '@/components/select';
import { table } from '@/components/table';
import { useOnce, usePreload } from '@/lib/on-demand';
import type { ScreenInfo } from '@/lib/session';
import { unsavedKeys } from '@/lib/unsaved';
import { useList } from '../data/use-list';
import { useListState } from '../data/use-list-state';
import type { Definition } from '../model/definition';
import { menuFilters } from '../model/filters';
import { withFilter } from '../model/url-state';
import { useExport } from '../transfer/use-export';
import { BulkBar } from './bulk-bar';
import { FilterChips } from './filter-chips';
import { Head } from './head';
import { ListBody } from './list-body';
import { loadMenus } from './menus';
import { Toolbar } from './toolbar';
import { rightsOn } from './types';
import { useColumns } from './use-columns';
import { useRows } from './use-rows';

const ImportDialog = lazy(() => import('../transfer/import-dialog'));
/** Includes the options of the forms, so that nothing changes in an open drawer. */
const loadDrawers = async () => {
  const [file] = await Promise.all([import('./drawers'), loadSelect()]);
  return file;
};
const Drawers = lazy(loadDrawers);

export interface ScreenProps {
  screen: ScreenInfo;
  definition: Definition;
  title: string;
  /** Where typed input is kept. */
  formName: string;
}

/** The list of a master: search, sort, filter, select; create, edit, copy and delete. */
export function ListScreen({ screen, definition, title, formName }: ScreenProps) {
  const [state, list] = useListState(definition);
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false }) ?? false;
  const [isSelecting, setIsSelecting] = useState(false);
  const searchRef = useRef<HTMLInputElement>(null);
  const rights = useMemo(() => rightsOn(screen), [screen]);
  const { columns, ...columnProps } = useColumns(definition);
  const answer = useList(definition, state);
  const records = answer.data?.content;
  const { shared, clear, removeSelected } = useRows({ definition, records, columns, rights, list });
  const { isExporting, exportList } = useExport(definition, state);
  const filters = useMemo(() => menuFilters(definition), [definition]);
  const onFilter = useCallback(
    (field: string, value: string | null) => list.go(withFilter(state, field, value)),
    [list, state],
  );
  useReopen(formName, state.open === null, list.open);
  const areDrawersUsed = useOnce(state.open !== null);
  usePreload(loadMenus);
  usePreload(loadDrawers);

  useHotkeys([
    ['/', () => searchRef.current?.focus()],
    ['n', () => rights.edit && state.open === null && list.open('new')],
  ]);

  const startSelecting = useCallback(() => setIsSelecting(true), []);
  const stop = () => {
    clear();
    setIsSelecting(false);
  };
  return (
    <>
      <Head
        definition={definition}
        title={title}
        rights={rights}
        isPhone={isPhone}
        isExporting={isExporting}
        open={list.open}
        onExport={exportList}
        onSelect={startSelecting}
      />
      <Toolbar
        definition={definition}
        state={state}
        go={list.go}
        searchRef={searchRef}
        isPhone={isPhone}
        columns={columns}
        {...columnProps}
      />
      <FilterChips
        definition={definition}
        fields={filters}
        filters={state.filters}
        display={shared.display}
        onFilter={onFilter}
      />
      <div className={table.frame}>
        {(shared.selection.size > 0 || isSelecting) && (
          <BulkBar
            isPhone={isPhone}
            count={shared.selection.size}
            onDelete={() => void removeSelected()}
            onClear={stop}
          />
        )}
        <ListBody
          definition={definition}
          title={title}
          state={state}
          list={list}
          answer={answer}
          shared={shared}
          isPhone={isPhone}
          isSelecting={isSelecting || shared.selection.size > 0}
        />
      </div>
      <Suspense>
        {areDrawersUsed && (
          <Drawers
            definition={definition}
            formName={formName}
            open={state.open}
            of={state.key}
            canEdit={rights.edit}
            onClose={list.close}
          />
        )}
      </Suspense>
      <Suspense>
        {state.open === 'import' && rights.edit && definition.imports !== false && (
          <ImportDialog definition={definition} onClose={list.close} />
        )}
      </Suspense>
    </>
  );
}

/** Reopens a form that was open when the session ended, with the typed input. */
function useReopen(formName: string, isClosed: boolean, open: (what: 'new' | 'edit', key?: string) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the screen opens
  useEffect(() => {
    const [name] = unsavedKeys(formName);
    if (name === undefined || !isClosed) return;
    if (name === 'new') open('new');
    else open('edit', name);
  }, []);
}
