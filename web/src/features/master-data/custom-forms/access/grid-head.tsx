import { Alert, Button, Skeleton, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
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

/** The export has all records, not only those on screen. */
export function GridHead({ screen, place }: { screen: ScreenInfo; place: Place }) {
  const { t } = useTranslation();
  const title = t(`screen.${screen.screenCode}`, { defaultValue: screen.title });
  const save = () => void download(place).catch(() => {});
  return (
    <ListHead title={title} about={t(`resource.${screen.resource}.about`)}>
      <ToolButton Icon={IconDownload} label={t('ui.common.export')} onClick={save} />
    </ListHead>
  );
}

interface GridStateProps {
  /** What to choose before the grid can be shown. */
  hint?: string;
  isPending: boolean;
  error: unknown;
  isEmpty: boolean;
  onRetry: () => void;
  children: ReactNode;
}

/** The grid, or why it is missing. */
export function GridState({ hint, isPending, error, isEmpty, onRetry, children }: GridStateProps) {
  const { t } = useTranslation();
  if (hint)
    return (
      <Text className={classes.hint} ta="center" c="dimmed" bdrs="var(--radius-card)" inherit>
        {hint}
      </Text>
    );
  if (error) {
    return (
      <Alert color="red" role="alert">
        {messageOf(error)}{' '}
        <Button variant="default" size="xs" onClick={onRetry}>
          {t('ui.common.retry')}
        </Button>
      </Alert>
    );
  }
  if (isPending) {
    return (
      <div role="status" aria-label={t('ui.common.loading')}>
        <Skeleton height={420} radius="lg" />
      </div>
    );
  }
  return isEmpty ? (
    <Text className={classes.hint} ta="center" c="dimmed" bdrs="var(--radius-card)" inherit>
      {t('message.noRecords')}
    </Text>
  ) : (
    children
  );
}

type GridProps = Omit<ComponentProps<typeof MatrixGrid>, 'cells' | 'readOnly' | 'onToggle'> & {
  draft: ReturnType<typeof useGridDraft>;
  saving: ReturnType<typeof useGridSave>;
  mayEdit: boolean;
};

/** The grid with its changes and their save bar. */
export function EditableGrid({ draft, saving, mayEdit, ...grid }: GridProps) {
  return (
    <>
      <MatrixGrid {...grid} cells={draft.cells} readOnly={!mayEdit || saving.isSaving} onToggle={draft.toggle} />
      {mayEdit && (
        <SaveBar
          count={draft.count}
          isSaving={saving.isSaving}
          onDiscard={draft.settle}
          onSave={() => void saving.run(draft.changes)}
        />
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
}

const asSet = (names: unknown) => (Array.isArray(names) ? new Set(names.map(String)) : null);

/** The cells after a save, the differences, and the unsaved-changes guard. */
export function useGridDraft({ screenCode, name, saved, couple = withCells }: Given) {
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

  useLeaveGuard(() => count > 0, settle);
  return { cells, changes, count, toggle, settle };
}

interface SaveGiven {
  save: (changes: Differences) => Promise<void>;
  /** Refetches the stored state, also after a failure: a part may have been saved. */
  refresh: () => Promise<unknown>;
  settle: () => void;
}

export function useGridSave({ save, refresh, settle }: SaveGiven) {
  const { t } = useTranslation();
  const [isSaving, setIsSaving] = useState(false);

  async function run(changes: Differences) {
    setIsSaving(true);
    try {
      await save(changes);
      await refresh();
      settle();
      toast(t('message.EnTxn0019'));
    } catch (error) {
      showError(error);
      await refresh();
    } finally {
      setIsSaving(false);
    }
  }

  return { run, isSaving };
}
