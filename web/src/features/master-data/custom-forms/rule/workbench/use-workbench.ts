import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call, fieldsOf, isStale, messageOf } from '@/lib/api';
import { confirm, toast } from '@/lib/feedback';
import { useLeaveGuard } from '@/lib/leave-guard';
import { useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { keysOf, useScope } from '../../../data/use-list';
import { busy, PAUSE_MS, place } from './calls';
import { type DraftLine, detailsOf, errorsOf, isSame, linesOf, type Sample, type Trial, unfinished } from './model';

const samplePlace = { ...place, resource: 'ruleworkbench/sample' } as const;
const READING_MS = 2000;

/** The published rule, the draft, and what the draft finds in past documents. */
export function useWorkbench(ruleCode: string, size: number, mayEdit: boolean) {
  const { t } = useTranslation();
  const { entityCode } = useAuth();
  const scope = useScope();
  const client = useQueryClient();
  const [changed, setChanged] = useState<DraftLine[] | null>(null);
  const [isPublishing, setIsPublishing] = useState(false);
  const queryKey = ['rule-workbench', entityCode, ruleCode];
  const opened = useQuery<Trial>({
    queryKey: [...queryKey, size],
    placeholderData: keepPreviousData,
    ...busy,
    refetchInterval: ({ state }) => (state.data?.samples.some(({ isRead }) => !isRead) ? READING_MS : false),
    queryFn: async ({ signal }) => {
      const asked = { ...place, query: { ruleCode, size }, failure: 'inline', quiet: true, signal } as const;
      const { data } = await call<Trial>(asked);
      return data.record as Trial;
    },
  });
  const published = opened.data;
  const stored = useMemo(() => linesOf(published?.details ?? []), [published]);
  const lines = changed ?? stored;
  const [settled] = useDebouncedValue(lines, PAUSE_MS);
  const details = useMemo(() => detailsOf(settled), [settled]);
  const isDirty = Boolean(published && changed && !isSame(detailsOf(changed), published.details));
  const isTried = Boolean(published && !isSame(details, published.details));
  const open = unfinished(lines);
  const isComplete = unfinished(settled) === undefined && settled.length > 0;
  const samples = published?.samples.map(({ sampleId, isRead }) => [sampleId, isRead]);
  const tried = useQuery<Trial>({
    queryKey: [...queryKey, size, published?.ruleVersion, samples, details],
    enabled: mayEdit && isTried && isComplete,
    placeholderData: keepPreviousData,
    ...busy,
    queryFn: async ({ signal }) => {
      const body = { ruleCode, size, details };
      const asked = { ...place, operation: 'F', body, failure: 'inline', quiet: true, signal } as const;
      const { data } = await call<Trial>(asked);
      return data.record as Trial;
    },
  });
  const isShownTrial = isTried && isComplete && !tried.isError;
  const errors = isTried && tried.error ? errorsOf(fieldsOf(tried.error)) : [];

  const discard = () => setChanged(null);
  useLeaveGuard(() => isDirty, discard);

  async function publish(summary: string) {
    if (!published || !(await confirm('publishRule', summary))) return;
    setIsPublishing(true);
    const body = { ruleCode, ruleVersion: published.ruleVersion, details: detailsOf(lines) };
    try {
      await call({ ...place, operation: 'U', body, success: 'none' });
      await client.invalidateQueries({ queryKey });
      setChanged(null);
      await client.invalidateQueries({ queryKey: keysOf(scope, 'adminentitydocumentverficationrule') });
      toast(t('ui.ruleWorkbench.published', { rule: ruleCode }));
    } catch (error) {
      // The draft stays; it is compared with the newer rule.
      if (isStale(error)) await opened.refetch();
    } finally {
      setIsPublishing(false);
    }
  }

  const reload = () => client.invalidateQueries({ queryKey });

  return {
    opened,
    samples: useSamples(ruleCode, reload),
    published,
    trial: (isShownTrial && tried.data) || published,
    lines,
    errors,
    isDirty,
    /** The number of a line that is not filled in yet. */
    unfinished: open,
    /** The result belongs to the draft as it is now. */
    isCurrent: settled === lines && !tried.isFetching && (!isTried || (isComplete && tried.isSuccess)),
    isFaulty: isTried && tried.isError,
    error: isTried && isComplete && errors.length === 0 ? tried.error : null,
    isPublishing,
    change: setChanged,
    discard,
    publish,
  };
}

/** Adds and removes the samples of a rule. */
function useSamples(ruleCode: string, reload: () => Promise<void>) {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const [errors, setErrors] = useState<string[]>([]);

  async function add(files: File[]) {
    setIsBusy(true);
    setErrors([]);
    for (const file of files) {
      const query = { ruleCode, fileName: file.name };
      const asked = { ...samplePlace, operation: 'S', query, body: file, failure: 'inline' } as const;
      try {
        await call({ ...asked, quiet: true, success: 'none' });
      } catch (error) {
        const failure = t('ui.ruleWorkbench.samples.failed', { name: file.name, message: messageOf(error) });
        setErrors((before) => [...before, failure]);
      }
    }
    setIsBusy(false);
    await reload();
  }

  async function remove({ sampleId, fileName }: Sample) {
    if (!(await confirm('delete', fileName))) return;
    await call({ ...samplePlace, operation: 'D', body: { ruleCode, sampleId } });
    await reload();
  }

  return { isBusy, errors, add, remove };
}
