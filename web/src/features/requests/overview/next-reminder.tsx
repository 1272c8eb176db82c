import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '@/lib/formats';
import type { DocRequest, Party } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { changeReminder, remindersOf } from '../data/calls';
import { useKeys } from '../data/use-request';
import { nameOf } from '../model/owing';
import classes from './overview.module.css';

interface Props {
  party: Party;
  request: DocRequest;
  screenId: string;
}

/** When a person is reminded next; staff can leave it out or send it now. */
export function NextReminder({ party, request, screenId }: Props) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const keys = useKeys();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { txnRefNo, versionNumber } = request;
  const { data } = useQuery({
    queryKey: [...keys.of(txnRefNo), 'reminders', versionNumber],
    queryFn: async ({ signal }) => (await remindersOf(txnRefNo, { signal, screenId })).content,
    enabled: Boolean(request.sentOn),
  });
  const next = data?.find(({ partySeqNo }) => partySeqNo === party.partySeqNo);
  if (!next) return null;
  const change = async (action: 'skip' | 'now') => {
    setBusy(true);
    try {
      await changeReminder(txnRefNo, party.partySeqNo, action, { screenId });
    } catch {
      // The failure is shown above the page.
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: keys.of(txnRefNo) });
    }
  };
  const name = nameOf(party);
  return (
    <div className="row wrap gap-4-8 px-20 py-4 text-13">
      <span>
        {t('ui.requests.reminder.next', { day: date(next.dueOn) })}{' '}
        <span className="muted">({t(`ui.requests.reminder.kind.${next.kind}`)})</span>
      </span>
      {request.allowed.includes('remind') && (
        <span className={`row gap-4-8 ${classes.screenOnly}`}>
          <Button
            size="xs"
            variant="default"
            disabled={isBusy}
            aria-label={t('ui.requests.reminder.skipName', { name })}
            onClick={() => void change('skip')}
          >
            {t('ui.requests.reminder.skip')}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={isBusy}
            aria-label={t('ui.requests.reminder.nowName', { name })}
            onClick={() => void change('now')}
          >
            {t('ui.requests.reminder.now')}
          </Button>
        </span>
      )}
    </div>
  );
}
