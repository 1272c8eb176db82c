import { useState } from 'react';
import { messageOf } from '@/lib/api';
import { useTranslation } from '@/lib/wording';
import { type ImportRecord, importFile } from './calls';

/** A file is checked first; its requests are created only when every line is valid. */
export function useImport() {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const [result, setResult] = useState<ImportRecord | null>(null);
  const [isDone, setIsDone] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const run = async (chosen: File, dryRun: boolean, send = false) => {
    setIsBusy(true);
    setError(null);
    try {
      const answer = await importFile(chosen, { dryRun, send });
      setResult(answer);
      setIsDone(!dryRun && answer.faults.length === 0);
    } catch (failure) {
      setResult(null);
      setError(messageOf(failure));
    } finally {
      setIsBusy(false);
    }
  };
  return {
    file,
    result,
    error,
    isBusy,
    isDone,
    choose: (chosen: File) => {
      setFile(chosen);
      setResult(null);
      void run(chosen, true);
    },
    refuse: () => setError(t('ui.wizard.bulk.wrongKind')),
    again: () => file && void run(file, true),
    take: (send: boolean) => file && void run(file, false, send),
    reset: () => {
      setFile(null);
      setResult(null);
      setError(null);
      setIsDone(false);
    },
  };
}
