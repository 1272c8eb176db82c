import { Box, Button, Checkbox, Flex, Select, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconCalendarEvent, IconCalendarPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DayField } from '@/components/day-field';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { DrawerForm, useDrawerForm } from '@/components/form/drawer-form';
import { messageOf } from '@/lib/api';
import { dayOf, isDate, today } from '@/lib/days';
import { confirm } from '@/lib/feedback';
import { useFormats } from '@/lib/formats';
import { can } from '@/lib/permissions';
import type { DocRequest, RequestStatus } from '@/lib/requests';
import type { ScreenInfo } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { t as say, useTranslation } from '@/lib/wording';
import { mostLetters } from '../../actions/fields';
import { cancelMeeting, type Meeting, meetingsOf, moveMeeting, saveMeeting } from '../../data/calls';
import { useKeys } from '../../data/use-request';
import { nameOf } from '../../model/owing';
import classes from './meetings.module.css';

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
          <Flex justify="flex-end" mb={12}>
            {plan}
          </Flex>
          <ul className={`${looks.plainList} ${looks.card} ${looks.lines}`}>
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

const sorted = (meetings: Meeting[]) => meetings.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt));

interface Props {
  opened: boolean;
  /** Undefined for a new one. */
  meeting: Meeting | null;
  request: DocRequest;
  screenId: string;
  onSaved(): void;
  onClose(): void;
}

interface Values {
  subject: string;
  day: string | null;
  time: string;
  durationMinutes: string;
  place: string;
  remarks: string;
  parties: string[];
}

const durations = ['15', '30', '45', '60', '90', '120'];
const label = (name: string) => say(`ui.requests.meeting.${name}`);

/** Date and time are in the planner's time zone; the server receives the instant. */
export const momentOf = ({ day, time }: Pick<Values, 'day' | 'time'>) => new Date(`${day}T${time}:00`).toISOString();

const timeOf = (date: Date) =>
  `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;

function begin(meeting: Meeting | null, request: DocRequest): Values {
  const start = meeting && new Date(meeting.startsAt);
  const everybody = request.parties.map(({ partySeqNo }) => partySeqNo);
  return {
    subject: meeting?.subject ?? '',
    day: start ? dayOf(start) : null,
    time: start ? timeOf(start) : '10:00',
    durationMinutes: String(meeting?.durationMinutes ?? 30),
    place: meeting?.place ?? '',
    remarks: meeting?.remarks ?? '',
    parties: (meeting?.parties ?? everybody).map(String),
  };
}

function check(values: Values) {
  const missing = (name: keyof Values) => say('message.enter', { label: label(name) });
  const isDay = values.day !== null && isDate(values.day);
  const isTime = /^\d{2}:\d{2}$/.test(values.time);
  const isOver = isDay && isTime && Date.parse(momentOf(values)) < Date.now();
  return {
    subject: values.subject.trim() ? undefined : missing('subject'),
    day: isOver ? say('message.validDate') : isDay ? undefined : say('message.select', { label: label('day') }),
    time: isTime ? undefined : missing('time'),
    parties: values.parties.length > 0 ? undefined : say('message.select', { label: label('parties') }),
  };
}

function MeetingForm({ opened, meeting, request, screenId, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const { txnRefNo } = request;
  const run = async (values: Values) => {
    const record = {
      txnRefNo,
      subject: values.subject.trim(),
      startsAt: momentOf(values),
      durationMinutes: Number(values.durationMinutes),
      place: values.place.trim() || null,
      remarks: values.remarks.trim() || null,
      parties: values.parties.map(Number),
    };
    if (meeting)
      await moveMeeting(
        { ...record, meetingId: meeting.meetingId, versionNumber: meeting.versionNumber },
        { screenId },
      );
    else await saveMeeting(record, { screenId });
    onSaved();
  };
  const form = useDrawerForm<Values>({
    opened,
    blank: begin(meeting, request),
    check,
    run,
    onStale: async () => onSaved(),
    onClose,
  });
  const { values, set, errors } = form;
  return (
    <DrawerForm
      opened={opened}
      title={t(meeting ? 'ui.requests.meeting.move' : 'ui.requests.meeting.plan')}
      sub={txnRefNo}
      yes={t(meeting ? 'ui.master.saveChanges' : 'ui.requests.meeting.plan')}
      form={form}
    >
      <TextInput {...form.text('subject')} label={label('subject')} withAsterisk maxLength={200} />
      <div className={classes.when}>
        <DayField
          {...form.choice('day')}
          label={label('day')}
          withAsterisk
          min={today()}
          error={errors.day ?? errors.startsAt}
        />
        <TextInput {...form.text('time')} type="time" label={label('time')} withAsterisk />
        <Select
          data-field="durationMinutes"
          label={label('durationMinutes')}
          data={[...new Set([...durations, values.durationMinutes])].map((count) => ({
            value: count,
            label: t('ui.requests.meeting.minutes', { count: Number(count) }),
          }))}
          value={values.durationMinutes}
          onChange={(durationMinutes) => set({ durationMinutes: durationMinutes ?? '30' })}
          allowDeselect={false}
        />
      </div>
      <TextInput {...form.text('place')} label={label('place')} maxLength={200} />
      <Checkbox.Group {...form.choice('parties')} label={label('parties')} withAsterisk>
        <Stack className={classes.people} gap={8} mt={4}>
          {request.parties.map((party) => (
            <Checkbox key={party.partySeqNo} value={String(party.partySeqNo)} label={nameOf(party)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Textarea {...form.text('remarks')} label={label('remarks')} rows={3} resize="vertical" maxLength={mostLetters} />
    </DrawerForm>
  );
}

interface MeetingLineProps {
  meeting: Meeting;
  request: DocRequest;
  screenId: string;
  mayChange: boolean;
  /** Only while it can still be moved. */
  onMove: (() => void) | undefined;
  onGone(): void;
}

function MeetingLine({ meeting, request, screenId, mayChange, onMove, onGone }: MeetingLineProps) {
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
    <Flex
      component="li"
      className={classes.meeting}
      wrap="wrap"
      justify="space-between"
      align="center"
      data-past={isOver || undefined}
    >
      <Box className={`${classes.text} ${looks.break}`} miw={0}>
        <Text component="h3" className={classes.subject} fz="md" fw={600}>
          {meeting.subject}
          {meeting.cancelled && (
            <Box
              component="span"
              ms={8}
              px={8}
              fz={11}
              fw={500}
              c="var(--bad)"
              bg="var(--bad-tint)"
              bdrs="var(--radius-pill)"
            >
              {t('ui.requests.meeting.off')}
            </Box>
          )}
        </Text>
        <p>
          {moment(meeting.startsAt)} · {t('ui.requests.meeting.minutes', { count: meeting.durationMinutes })}
          {isPast && ` · ${t('ui.requests.meeting.past')}`}
        </p>
        {meeting.place && <p>{meeting.place}</p>}
        {names.length > 0 && (
          <Box component="p" fz="sm" c="dimmed">
            {names.join(', ')}
          </Box>
        )}
        {meeting.remarks && (
          <Box component="p" fz="sm" c="dimmed">
            {meeting.remarks}
          </Box>
        )}
        {fault && (
          <Box component="p" c="var(--bad)" role="alert">
            {fault}
          </Box>
        )}
      </Box>
      {mayChange && !isOver && (
        <Flex gap={8}>
          {onMove && (
            <Button size="xs" variant="default" onClick={onMove}>
              {t('ui.requests.meeting.move')}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => void callOff()}>
            {t('ui.requests.meeting.cancel')}
          </Button>
        </Flex>
      )}
    </Flex>
  );
}
