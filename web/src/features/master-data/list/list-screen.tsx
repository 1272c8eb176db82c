import { Button, Group } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import {
  IconDots,
  IconDownload,
  IconLayoutGridAdd,
  IconPlus,
  IconSquareCheck,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { EmptyState } from '@/components/empty-state';
import { IconButton, ToolButton } from '@/components/icon-button';
import { ActionMenu, loadMenus } from '@/components/lazy-menu';
import { FilterChips, List, ListHead, narrowing, useExport } from '@/components/list';
import { loadSelect } from '@/components/select';
import { confirm } from '@/lib/feedback';
import { useOnce, usePreload } from '@/lib/on-demand';
import type { ScreenInfo } from '@/lib/session';
import { unsavedKeys } from '@/lib/unsaved';
import { useTranslation } from '@/lib/wording';
import { useList } from '../data/use-list';
import { menuFilters } from '../model/columns';
import type { Definition, Field } from '../model/definition';
import type { Opening } from '../model/url-state';
import { labelText } from '../words';
import { rightsOn, useRows } from './rows';
import { loadColumnItems, Toolbar, useColumns } from './toolbar';

const ImportDialog = lazy(() => import('../transfer/import-dialog'));
/** Includes the options of the forms, so that nothing changes in an open drawer. */
const loadDrawers = async () => {
  const [file] = await Promise.all([import('./drawers'), loadSelect()]);
  return file;
};
const Drawers = lazy(loadDrawers);
const loadAllMenus = () => Promise.all([loadMenus(), loadColumnItems()]);

export interface ScreenProps {
  screen: ScreenInfo;
  definition: Definition;
  title: string;
  /** Where typed input is kept. */
  formName: string;
}

/** The list of a master: search, sort, filter, select; create, edit, copy and delete. */
export function ListScreen({ screen, definition, title, formName }: ScreenProps) {
  const { t } = useTranslation();
  const { resource } = definition;
  const page = useList(definition);
  const { state, list, answer, isPhone } = page;
  const searchRef = useRef<HTMLInputElement>(null);
  const rights = useMemo(() => rightsOn(screen), [screen]);
  const columnProps = useColumns(definition);
  const records = answer.data?.content;
  const { columns } = columnProps;
  const { rows, kind, selection, display, remove } = useRows({ definition, records, columns, rights, list });
  useReopen(formName, t(`resource.${resource}.one`), state.open === '', list.open);
  const areDrawersUsed = useOnce(state.open !== '');
  usePreload(loadAllMenus);
  usePreload(loadDrawers);
  useHotkeys([
    ['/', () => searchRef.current?.focus()],
    ['n', () => rights.edit && state.open === '' && list.open('new')],
  ]);

  const mayImport = rights.edit && definition.imports !== false;
  const filterText = (field: Field) => {
    const text = state.filters[field.name] ?? '';
    return display(field, { ...state.filters, [field.name]: field.type === 'bool' ? text === 'true' : text });
  };
  const newButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => list.open('new')} aria-keyshortcuts="n">
      {t('ui.master.new', { one: t(`resource.${resource}.one`) })}
    </Button>
  );
  return (
    <>
      <ListHead title={title} about={t(`resource.${resource}.about`)}>
        <Files
          definition={definition}
          query={narrowing(state)}
          isPhone={isPhone}
          onImport={mayImport ? () => list.open('import') : undefined}
          onSelect={rights.delete ? selection.begin : undefined}
        />
        {rights.edit && newButton}
      </ListHead>
      <Toolbar
        definition={definition}
        state={state}
        list={list}
        searchRef={searchRef}
        isPhone={isPhone}
        {...columnProps}
      />
      <FilterChips
        chips={menuFilters(definition)
          .filter((field) => state.filters[field.name])
          .map((field) => ({ name: field.name, label: labelText(t, resource, field.name), text: filterText(field) }))}
        onRemove={(name) => list.filter(name, null)}
      />
      <List
        page={page}
        title={title}
        kind={kind}
        rows={rows}
        selection={rights.delete ? selection : undefined}
        bulk={(chosen) => (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => void remove(chosen)}
          >
            {t('ui.common.delete')}
          </Button>
        )}
        empty={
          <EmptyState
            Icon={IconLayoutGridAdd}
            title={t('ui.master.empty.title', { many: t(`resource.${resource}.many`) })}
            text={t(rights.edit ? 'ui.master.empty.add' : 'ui.master.empty.wait')}
          >
            {rights.edit && (
              <Group justify="center">
                {newButton}
                <Button
                  variant="default"
                  leftSection={<IconUpload size={16} aria-hidden />}
                  onClick={() => list.open('import')}
                >
                  {t('ui.common.import')}
                </Button>
              </Group>
            )}
          </EmptyState>
        }
      />
      <Suspense>
        {areDrawersUsed && (
          <Drawers
            definition={definition}
            formName={formName}
            open={(state.open || null) as Opening | null}
            of={state.key}
            canEdit={rights.edit}
            onClose={list.close}
          />
        )}
      </Suspense>
      <Suspense>
        {state.open === 'import' && mayImport && <ImportDialog definition={definition} onClose={list.close} />}
      </Suspense>
    </>
  );
}

interface FilesProps {
  definition: Definition;
  query: Record<string, string>;
  isPhone: boolean;
  onImport: (() => void) | undefined;
  onSelect: (() => void) | undefined;
}

/** The list from and to a file; on a phone the rarer actions share one button. */
function Files({ definition, query, isPhone, onImport, onSelect }: FilesProps) {
  const { t } = useTranslation();
  const { isExporting, start } = useExport(definition);
  const onExport = definition.exports !== false ? () => void start(query) : undefined;
  const actions = [
    { label: t('ui.master.selectSeveral'), Icon: IconSquareCheck, onClick: isPhone ? onSelect : undefined },
    { label: t('ui.common.import'), Icon: IconUpload, onClick: onImport },
    { label: t('ui.common.export'), Icon: IconDownload, onClick: onExport, loading: isExporting },
  ].flatMap(({ onClick, ...action }) => (onClick ? [{ ...action, onClick }] : []));
  if (isPhone) {
    return (
      <ActionMenu
        items={() => actions}
        button={(trigger) => (
          <IconButton Icon={IconDots} {...trigger} variant="default" size={44} label={t('ui.common.more')} />
        )}
      />
    );
  }
  return actions.map((action) => <ToolButton key={action.label} {...action} />);
}

/** Offers a form that was left open, such as at the end of a session, with the typed input. */
function useReopen(formName: string, one: string, isClosed: boolean, open: (what: string, key?: string) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the screen opens
  useEffect(() => {
    const [name] = unsavedKeys(formName);
    if (name === undefined || !isClosed) return;
    void confirm('continueForm', one).then((isWanted) => {
      if (isWanted) name === 'new' ? open('new') : open('edit', name);
    });
  }, []);
}
