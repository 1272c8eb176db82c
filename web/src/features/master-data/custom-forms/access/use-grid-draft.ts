import { useMemo, useState } from 'react';
import { type CellSet, differences, withCells } from '@/components/custom-forms/matrix-grid';
import { useLeaveGuard } from '@/lib/leave-guard';
import { useUnsaved } from '@/lib/unsaved';

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
