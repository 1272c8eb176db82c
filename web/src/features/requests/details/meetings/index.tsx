import { Button, Skeleton } from '@mantine/core';
import { IconCalendarEvent, IconCalendarPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { can } from '@/lib/permissions';
import type { DocRequest, RequestStatus } from '@/lib/requests';
import type { ScreenInfo } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { type Meeting, meetingsOf } from '../../data/calls';
import { useKeys } from '../../data/use-request';
import { MeetingForm } from './meeting-form';
import { MeetingLine } from './meeting-line';

/** No invitations for requests that are unsent, decided or expired. */
const without: RequestStatus[] = ['New', 'Accepted', 'Rejected', 'Expired'];

/** The meetings about this request: plan, move, cancel. */
export default function Meetings({ request, screen }: { request: DocRequest; screen: ScreenInfo }) {
  const { t } = useTranslation();
  const keys = useKeys();
  const { txnRefNo } = request;
  const screenId = screen.screenCode;
  const [planned, setPlanned] = useState<Meeting | 'new' | null>(null);
  const mayChange = can(screen, 'edit');
  const mayPlan = mayChange && !without.includes(request.transactionStatus);
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.of(txnRefNo), 'meetings'],
    queryFn: async ({ signal }) => (await meetingsOf(txnRefNo, { signal, screenId })).content,
    refetchOnMount: 'always',
  });
  const plan = mayPlan && (
    <Button leftSection={<IconCalendarPlus size={16} aria-hidden />} onClick={() => setPlanned('new')}>
      {t('ui.requests.meeting.plan')}
    </Button>
  );
  return (
    <>
      {!data && error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={180} radius="lg" />}
      {data?.length === 0 && (
        <EmptyState
          Icon={IconCalendarEvent}
          title={t('ui.requests.meeting.none')}
          text={mayPlan ? t('ui.requests.meeting.noneText') : undefined}
        >
          {plan}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <>
          <div className="flex at-end mb-12">{plan}</div>
          <ul className="card plain-list lines">
            {sorted(data).map((meeting) => (
              <MeetingLine
                key={meeting.meetingId}
                meeting={meeting}
                request={request}
                screenId={screenId}
                mayChange={mayChange}
                onMove={mayPlan ? () => setPlanned(meeting) : undefined}
                onGone={() => void refetch()}
              />
            ))}
          </ul>
        </>
      )}
      {mayPlan && (
        <MeetingForm
          key={planned === null || planned === 'new' ? 'new' : planned.meetingId}
          opened={planned !== null}
          meeting={planned === 'new' ? null : planned}
          request={request}
          screenId={screenId}
          onSaved={() => void refetch()}
          onClose={() => setPlanned(null)}
        />
      )}
    </>
  );
}

const sorted = (meetings: Meeting[]) =>
  meetings.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt));
