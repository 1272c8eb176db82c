import { Box, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Progress } from '@/components/progress';
import { messageOf } from '@/lib/api';
import { toast } from '@/lib/feedback';
import type { RequestRow } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { actOnMany, type Failed, type Target } from '../data/calls';
import { useKeys } from '../data/use-request';
import type { BulkAction } from '../list';
import { ActionDialog } from './action-dialog';
import { bodyOf, type Values } from './fields';

interface Props {
  action: BulkAction | null;
  rows: Map<string, RequestRow>;
  screenId: string;
  onClose(): void;
  /** Requests that are done or cannot be: they are deselected. */
  onDone(references: string[]): void;
  /** Every request of the list is meant, however many these are; 0 when they are not counted. */
  all?: number;
  /** Sends several in the background; without records all of the list. */
  onSend(records: Target[] | undefined): Promise<void>;
}

/** One action for several requests, each on its own. Refused ones are excluded or listed, never silently skipped. */
export default function BulkDialog({ action, rows, screenId, onClose, onDone, all, onSend }: Props) {
  const { t } = useTranslation();
  const keys = useKeys();
  const queries = useQueryClient();
  const [failed, setFailed] = useState<Failed[]>([]);
  const [done, setDone] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets on each opening
  useEffect(() => setFailed([]), [action]);
  const chosen = [...rows.values()];
  const possible = action ? chosen.filter(({ allowed }) => allowed.includes(action)) : chosen;
  const isAll = action === 'send' && all !== undefined;
  const left = isAll ? [] : chosen.filter((row) => !possible.includes(row));
  const renew = () => queries.invalidateQueries({ queryKey: keys.lists });
  const run = async (values: Values) => {
    const records = possible.map(({ txnRefNo, versionNumber }) => ({ txnRefNo, versionNumber }));
    if (isAll || (action === 'send' && records.length > 1)) {
      try {
        await onSend(isAll ? undefined : records);
      } catch (error) {
        setFailed([{ txnRefNo: name, error: messageOf(error) }]);
        return false;
      }
      onDone(chosen.map(({ txnRefNo }) => txnRefNo));
      return true;
    }
    const isLong = records.length > 1;
    const answers = await actOnMany(action as string, records, bodyOf(action as string, values), {
      screenId,
      success: 'none',
      quiet: isLong,
      onProgress: isLong ? setDone : undefined,
    }).finally(() => setDone(null));
    const faults = answers.filter((answer): answer is Failed => 'error' in answer);
    for (const { txnRefNo } of records) void queries.invalidateQueries({ queryKey: keys.of(txnRefNo) });
    setFailed(faults);
    await renew();
    const isDone = ({ txnRefNo }: { txnRefNo: string }) => !faults.some((fault) => fault.txnRefNo === txnRefNo);
    const finished = records.filter(isDone);
    say(finished.length, left.length);
    onDone([...finished, ...left].map(({ txnRefNo }) => txnRefNo));
    // The input stays for the remaining ones.
    return faults.length === 0;
  };
  const say = (done: number, rest: number) => {
    if (done === 0) return;
    const words = [t('ui.requests.bulk.done', { count: done })];
    if (rest > 0) words.push(t('ui.requests.bulk.left', { count: rest }));
    toast(words.join(' '), rest > 0 ? 'info' : 'good');
  };
  const [only] = possible;
  const several = all ? t('ui.requests.several', { count: all }) : t('ui.requests.everySelected');
  const few = possible.length === 1 && only ? only.txnRefNo : t('ui.requests.several', { count: possible.length });
  const name = isAll ? several : few;
  return (
    <ActionDialog action={action} name={name} requests={possible} run={run} onStale={renew} onClose={onClose}>
      {action && left.length > 0 && (
        <Text px={12} py={8} fz="sm" c="var(--warn)" bg="var(--warn-tint)" bdrs="md">
          {t('ui.requests.leftOut', { count: left.length, all: chosen.length })}
        </Text>
      )}
      {done !== null && <Progress done={done} of={possible.length} />}
      {failed.length > 0 && (
        <Box
          component="ul"
          className={looks.noBullets}
          bg="var(--bad-tint)"
          m={0}
          px={12}
          py={8}
          fz="sm"
          c="var(--bad)"
          bdrs="md"
          role="alert"
        >
          {failed.map(({ txnRefNo, error }) => (
            <li key={txnRefNo}>
              <strong>{txnRefNo}</strong> {error}
            </li>
          ))}
        </Box>
      )}
    </ActionDialog>
  );
}
