import { useState } from 'react';
import { type ImportResult, importCsv, messageOf } from '@/lib/api';
import { toast } from '@/lib/feedback';
import { useTranslation } from '@/lib/wording';
import { useRefresh } from '../data/use-changes';
import type { Definition } from '../model/definition';

/** A file is checked first and imported only when every line is valid. */
export function useImport(definition: Definition, onDone: () => void) {
  const { t } = useTranslation();
  const refresh = useRefresh(definition);
  const [file, setFile] = useState<File | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const run = async (chosen: File, dryRun: boolean) => {
    setIsBusy(true);
    setError(null);
    try {
      // Read again at each run: the file may have been corrected and saved under the same name.
      const answer = await importCsv(definition, await chosen.text(), dryRun);
      setResult(answer);
      if (!dryRun && answer.faults.length === 0) finish(answer.imported);
    } catch (failure) {
      setResult(null);
      setError(messageOf(failure));
    } finally {
      setIsBusy(false);
    }
  };

  const finish = (count: number) => {
    void refresh();
    toast(t('message.imported', { count }));
    onDone();
  };

  return {
    file,
    result,
    error,
    isBusy,
    choose: (chosen: File) => {
      setFile(chosen);
      setResult(null);
      void run(chosen, true);
    },
    refuse: () => setError(t('message.importNotCsv')),
    again: () => file && void run(file, true),
    take: () => file && void run(file, false),
    reset: () => {
      setFile(null);
      setResult(null);
      setError(null);
    },
  };
}
