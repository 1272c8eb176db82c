import { useEffect, useRef, useState } from 'react';
import { messageOf, saveFile } from '@/lib/api';
import type { Definition } from '@/lib/definitions';
import { showFailure, toast } from '@/lib/feedback';
import { useTranslation } from '@/lib/wording';
import { csvOf } from '../model/csv';
import { dayOf } from '../model/days';
import type { Entry } from '../model/entry';
import { fetchAll } from '../model/fetch-all';
import { type LogState, narrowing } from '../model/state';
import { labelText, useEntryText, useFormats } from '../words';

/** What machines sort by or people look into is written out in full. */
const inFull = ['device', 'auditMessage'];

/** The entries that are shown, all pages of them, as a CSV file. `progress` counts rows while it is made. */
export function useExport(definition: Definition, state: LogState) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const text = useEntryText();
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const rowOf = (entry: Entry) =>
    definition.fields.map(({ name, type }) =>
      type === 'time' || inFull.includes(name) ? (entry[name] ?? '') : text(entry, name, type),
    );
  const run = async (signal: AbortSignal) => {
    const { entries, isAll } = await fetchAll(definition, narrowing(state), setProgress, signal);
    const header = definition.fields.map(({ name }) => labelText(t, definition.resource, name));
    const file = new Blob([csvOf([header, ...entries.map(rowOf)])], { type: 'text/csv;charset=utf-8' });
    saveFile(file, `${definition.resource}-${dayOf(new Date())}.csv`);
    toast(t(isAll ? 'ui.logs.exported' : 'ui.logs.exportedMost', { number: number(entries.length) }));
  };
  const start = () => {
    if (progress !== null) return;
    const control = new AbortController();
    running.current = control;
    setProgress(0);
    run(control.signal)
      .catch((error: unknown) => !control.signal.aborted && showFailure(messageOf(error)))
      .finally(() => setProgress(null));
  };
  return { progress, start };
}
