import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { table } from '@/components/table';
import { useOnce, usePreload } from '@/lib/on-demand';
import { can } from '@/lib/permissions';
import type { ScreenInfo } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { useListState, useRequestList } from '../data/use-list';
import { kindOf } from '../model/columns';
import { useRequestRoutes } from '../request-routes';
import { BulkBar } from './bulk-bar';
import { FilterChips } from './filter-chips';
import { Head } from './head';
import { ListBody } from './list-body';
import { StatusTabs } from './status-tabs';
import { Toolbar } from './toolbar';
import { useSelection } from './use-selection';

const loadDialog = () => import('../actions/bulk-dialog');
const BulkDialog = lazy(loadDialog);

export type BulkAction = 'forward' | 'extend' | 'cancel';

/** One of the three request lists: search, filter, save the view, bulk actions, open one. */
export default function RequestList({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  const { screenCode } = screen;
  const [state, go] = useListState(screenCode);
  const answer = useRequestList(state, screenCode);
  const selection = useSelection(answer.data?.content);
  const [acting, setActing] = useState<BulkAction | null>(null);
  const isDialogUsed = useOnce(acting !== null);
  const [isSelecting, setIsSelecting] = useState(false);
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false }) ?? false;
  const searchRef = useRef<HTMLInputElement>(null);
  const routes = useRequestRoutes();
  const navigate = useNavigate();
  usePreload(loadDialog);
  useHotkeys([
    ['/', () => searchRef.current?.focus()],
    ['n', () => routes.create && void navigate({ to: routes.create })],
  ]);
  const stop = () => {
    selection.clear();
    setIsSelecting(false);
  };
  const title = t(`screen.${screenCode}`);
  const mayAct = can(screen, 'edit');
  return (
    <>
      <Head
        screenCode={screenCode}
        title={title}
        state={state}
        total={answer.data?.totalElements}
        create={routes.create}
        isPhone={isPhone}
        onSelect={mayAct ? () => setIsSelecting(true) : undefined}
      />
      <Toolbar screenCode={screenCode} state={state} go={go} isPhone={isPhone} searchRef={searchRef} />
      <StatusTabs state={state} go={go} />
      <FilterChips state={state} go={go} />
      <div className={table.frame}>
        {mayAct && (selection.rows.size > 0 || isSelecting) && (
          <BulkBar rows={selection.rows} isPhone={isPhone} onAct={setActing} onClear={stop} />
        )}
        <ListBody
          kind={kindOf(screenCode)}
          title={title}
          state={state}
          go={go}
          answer={answer}
          selection={mayAct ? selection : undefined}
          isPhone={isPhone}
          isSelecting={isSelecting || selection.rows.size > 0}
          routes={routes}
        />
      </div>
      <Suspense>
        {isDialogUsed && (
          <BulkDialog
            action={acting}
            rows={selection.rows}
            screenId={screenCode}
            onClose={() => setActing(null)}
            onDone={(references) => {
              selection.drop(references);
              setIsSelecting(false);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
