import { Alert, Button, Flex, Skeleton, Text, TextInput } from '@mantine/core';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import { SaveBar } from '@/components/custom-forms/custom-section';
import {
  type CellSet,
  type Differences,
  differences,
  MatrixGrid,
  withCells,
} from '@/components/custom-forms/matrix-grid';
import { ToolButton } from '@/components/icon-button';
import { ListHead } from '@/components/list';
import { messageOf, type Place, showError } from '@/lib/api';
import { download } from '@/lib/api/transfer';
import { toast } from '@/lib/feedback';
import { useLeaveGuard } from '@/lib/leave-guard';
import type { ScreenInfo } from '@/lib/session';
import { useUnsaved } from '@/lib/unsaved';
import { useTranslation } from '@/lib/wording';
import classes from './access.module.css';

type GridProps = Omit<ComponentProps<typeof MatrixGrid>, 'cells' | 'readOnly' | 'onToggle'>;

interface Props extends GridProps {
  screen: ScreenInfo;
  place: Place;
  /** Chooses whose access the grid shows. */
  chooser: ReactNode;
  /** What is searched in the rows; absent until there are any. */
  find?: { label: string; q: string; onChange(q: string): void } | undefined;
  /** What to choose before the grid can be shown. */
  hint?: string | undefined;
  query: { isPending: boolean; error: unknown; refetch(): unknown };
  draft: ReturnType<typeof useGridDraft>;
  mayEdit: boolean;
}

/** A screen of a grid with its changes and their save bar, or why the grid is missing. */
export function AccessGrid({ screen, place, chooser, find, hint, query, draft, mayEdit, ...grid }: Props) {
  const { t } = useTranslation();
  const isEmpty = grid.columns.length === 0 || grid.groups.every(({ rows }) => rows.length === 0);
  const note = hint ?? (isEmpty && !query.isPending ? t('message.noRecords') : undefined);
  return (
    <>
      <ListHead
        title={t(`screen.${screen.screenCode}`, { defaultValue: screen.title })}
        about={t(`resource.${screen.resource}.about`)}
      >
        {/* The export has all records, not only those on screen. */}
        <ToolButton
          Icon={IconDownload}
          label={t('ui.common.export')}
          onClick={() => void download(place).catch(() => {})}
        />
      </ListHead>
      <Flex className={classes.tools} wrap="wrap" gap={12} mb={16}>
        {chooser}
        {find && (
          <TextInput
            aria-label={find.label}
            placeholder={find.label}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={find.q}
            onChange={(event) => find.onChange(event.currentTarget.value)}
          />
        )}
      </Flex>
      {query.error && !hint ? (
        <Alert color="red" role="alert">
          {messageOf(query.error)}{' '}
          <Button variant="default" size="xs" onClick={() => void query.refetch()}>
            {t('ui.common.retry')}
          </Button>
        </Alert>
      ) : note !== undefined ? (
        <Text className={classes.hint} ta="center" c="dimmed" bdrs="var(--radius-card)" inherit>
          {note}
        </Text>
      ) : query.isPending ? (
        <div role="status" aria-label={t('ui.common.loading')}>
          <Skeleton height={420} radius="lg" />
        </div>
      ) : (
        <>
          <MatrixGrid {...grid} cells={draft.cells} readOnly={!mayEdit || draft.isSaving} onToggle={draft.toggle} />
          {mayEdit && (
            <SaveBar
              count={draft.count}
              isSaving={draft.isSaving}
              onDiscard={draft.settle}
              onSave={() => void draft.save()}
            />
          )}
        </>
      )}
    </>
  );
}

interface Given {
  screenCode: string;
  /** The owner of the grid: a role or a tenant. */
  name: string;
  saved: CellSet;
  /** Applies the side effects of one change. */
  couple?: (cells: CellSet, names: string[], isOn: boolean) => Set<string>;
  save(changes: Differences): Promise<void>;
  /** Refetches the stored state, also after a failure: a part may have been saved. */
  refresh(): Promise<unknown>;
}

const asSet = (names: unknown) => (Array.isArray(names) ? new Set(names.map(String)) : null);

/** The cells with their changes, which are guarded until they are saved or discarded. */
export function useGridDraft({ screenCode, name, saved, couple = withCells, ...to }: Given) {
  const { t } = useTranslation();
  const [isSaving, setIsSaving] = useState(false);
  const unsaved = useUnsaved(screenCode, name);
  const [drafts, setDrafts] = useState<Record<string, CellSet | null>>({});
  const restored = useMemo(() => asSet(unsaved.restore()?.cells), [unsaved]);
  const draft = name in drafts ? drafts[name] : restored;
  const cells = draft ?? saved;
  const changes = useMemo(() => differences(saved, cells), [saved, cells]);
  const count = changes.added.length + changes.removed.length;

  const settle = () => {
    unsaved.forget();
    setDrafts((before) => ({ ...before, [name]: null }));
  };

  function toggle(names: string[], isOn: boolean) {
    const next = couple(cells, names, isOn);
    setDrafts((before) => ({ ...before, [name]: next }));
    unsaved.keep({ cells: [...next] });
  }

  async function save() {
    setIsSaving(true);
    try {
      await to.save(changes);
      await to.refresh();
      settle();
      toast(t('message.EnTxn0019'));
    } catch (error) {
      showError(error);
      await to.refresh();
    } finally {
      setIsSaving(false);
    }
  }

  useLeaveGuard(() => count > 0, settle);
  return { cells, count, toggle, settle, save, isSaving };
}
