import { Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '@/lib/api';
import { confirm } from '@/lib/feedback';
import { useFormats } from '@/lib/formats';
import type { DocRequest } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { cancelMeeting, type Meeting } from '../../data/calls';
import { nameOf } from '../../model/owing';
import classes from './meetings.module.css';

interface Props {
  meeting: Meeting;
  request: DocRequest;
  screenId: string;
  mayChange: boolean;
  /** Only while it can still be moved. */
  onMove: (() => void) | undefined;
  onGone(): void;
}

export function MeetingLine({ meeting, request, screenId, mayChange, onMove, onGone }: Props) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const [fault, setFault] = useState('');
  const isPast = Date.parse(meeting.startsAt) + meeting.durationMinutes * 60_000 < Date.now();
  const isOver = isPast || meeting.cancelled === true;
  const names = request.parties
    .filter(({ partySeqNo }) => meeting.parties?.includes(partySeqNo))
    .map((party) => nameOf(party));
  const callOff = async () => {
    if (!(await confirm('cancelMeeting', meeting.subject))) return;
    setFault('');
    try {
      await cancelMeeting(meeting, { screenId });
      onGone();
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  return (
    <li className={`${classes.meeting} row wrap between`} data-past={isOver || undefined}>
      <div className={`${classes.text} narrow break`}>
        <h3 className={`${classes.subject} m-0 text-14 strong`}>
          {meeting.subject}
          {meeting.cancelled && (
            <span className={`${classes.off} px-8 text-11 medium tint-bad pill-shape`}>
              {t('ui.requests.meeting.off')}
            </span>
          )}
        </h3>
        <p>
          {moment(meeting.startsAt)} · {t('ui.requests.meeting.minutes', { count: meeting.durationMinutes })}
          {isPast && ` · ${t('ui.requests.meeting.past')}`}
        </p>
        {meeting.place && <p>{meeting.place}</p>}
        {names.length > 0 && <p className="text-13 muted">{names.join(', ')}</p>}
        {meeting.remarks && <p className="text-13 muted">{meeting.remarks}</p>}
        {fault && (
          <p className="bad" role="alert">
            {fault}
          </p>
        )}
      </div>
      {mayChange && !isOver && (
        <div className="flex gap-8">
          {onMove && (
            <Button size="xs" variant="default" onClick={onMove}>
              {t('ui.requests.meeting.move')}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => void callOff()}>
            {t('ui.requests.meeting.cancel')}
          </Button>
        </div>
      )}
    </li>
  );
}
