import { useMemo, useState } from 'react';
import { type CellSet, differences, withCells } from '@/components/custom-forms/matrix';
import { useLeaveGuard } from '@/lib/leave-guard';
import { useUnsaved } from '@/lib/unsaved';

interface Given {
  screenCode: string;
  /** Whose grid it is: a role, a tenant. */
  name: string;
  saved: CellSet;
  /** What one change brings with it. */
  couple?: (cells: CellSet, names: string[], isOn: boolean) => Set<string>;
}

const asSet = (names: unknown) => (Array.isArray(names) ? new Set(names.map(String)) : null);

/** The cells as they would be after a save, what differs, and the guard around it. */
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
