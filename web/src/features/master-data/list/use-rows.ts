import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { confirm } from '@/lib/feedback';
import { useUrlState } from '@/lib/url-state';
import { useTranslation } from '@/lib/wording';
import { useRemove } from '../data/use-changes';
import { useLabels } from '../data/use-labels';
import type { ListActions } from '../data/use-list-state';
import { codeField, type Definition, type Field, type MasterRecord } from '../model/definition';
import { nameOf } from '../model/record';
import { keyText } from '../model/record-key';
import { type Display, useDisplay } from '../words';
import type { Rights, RowActions } from './types';

export interface RowOf {
  key: string;
  record: MasterRecord;
}

/** Everything the table and cards need to render the rows. */
export interface RowsProps {
  rows: RowOf[] | undefined;
  columns: Field[];
  code: string | undefined;
  display: Display;
  rights: Rights;
  selection: Map<string, MasterRecord>;
  actions: RowActions;
  selectAll(on: boolean): void;
}

interface Given {
  definition: Definition;
  records: MasterRecord[] | undefined;
  columns: Field[];
  rights: Rights;
  list: ListActions;
}

export function useRows({ definition, records, columns, rights, list }: Given) {
  const { t } = useTranslation();
  const display = useDisplay(useLabels(columns, records));
  const [selection, setSelection] = useState(new Map<string, MasterRecord>());
  const removal = useRemove(definition);
  const rows = useMemo(
    () => records?.map((record) => ({ key: keyText(definition, record), record })),
    [definition, records],
  );

  const remove = async (chosen: RowOf[]) => {
    const first = chosen[0];
    if (!first) return;
    const name =
      chosen.length === 1
        ? nameOf(definition, first.record, display)
        : t('ui.master.records', { count: chosen.length });
    if (!(await confirm('delete', name))) return;
    const gone = new Set(chosen.map((row) => row.key));
    await removal.mutateAsync(chosen.map((row) => row.record)).catch(() => gone.clear());
    setSelection((now) => new Map([...now].filter(([key]) => !gone.has(key))));
  };

  // Rows keep stable callbacks, which read the current state when called.
  const [, change] = useUrlState();
  const latest = useRef({ rows, list, remove, change });
  useEffect(() => {
    latest.current = { rows, list, remove, change };
  });
  const isUsers = definition.resource === 'usermaster';
  const actions = useMemo<RowActions>(() => {
    const find = (key: string) => latest.current.rows?.find((row) => row.key === key);
    return {
      open: (what, key) => latest.current.list.open(what, key),
      href: (key) => latest.current.list.href('edit', key),
      remove: (key) => {
        const row = find(key);
        if (row) void latest.current.remove([row]);
      },
      select: (key, on) => {
        const row = find(key);
        if (!row) return;
        setSelection((now) => {
          const next = new Map(now);
          if (on) next.set(key, row.record);
          else next.delete(key);
          return next;
        });
      },
      check: isUsers ? (check) => latest.current.change({ check }, { replace: false }) : undefined,
    };
  }, [isUsers]);

  const selectAll = useCallback((on: boolean) => {
    setSelection((now) => {
      const next = new Map(now);
      for (const row of latest.current.rows ?? []) {
        if (on) next.set(row.key, row.record);
        else next.delete(row.key);
      }
      return next;
    });
  }, []);

  const shared: RowsProps = {
    rows,
    columns,
    code: codeField(definition)?.name,
    display,
    rights,
    selection,
    actions,
    selectAll,
  };
  return {
    shared,
    clear: () => setSelection(new Map()),
    removeSelected: () => remove([...selection].map(([key, record]) => ({ key, record }))),
  };
}
