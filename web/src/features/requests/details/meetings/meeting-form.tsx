import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { DayField } from '@/components/day-field';
import { DrawerForm, useDrawerForm } from '@/components/form/drawer-form';
import { dayOf, isDate, today } from '@/lib/days';
import type { DocRequest } from '@/lib/requests';
import { t as say, useTranslation } from '@/lib/wording';
import { mostLetters } from '../../actions/fields';
import { type Meeting, moveMeeting, saveMeeting } from '../../data/calls';
import { nameOf } from '../../model/owing';
import classes from './meetings.module.css';

interface Props {
  opened: boolean;
  /** Undefined for a new one. */
  meeting: Meeting | null;
  request: DocRequest;
  screenId: string;
  onSaved(): void;
  onClose(): void;
}

export interface Values {
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
export const momentOf = ({ day, time }: Pick<Values, 'day' | 'time'>) =>
  new Date(`${day}T${time}:00`).toISOString();

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
    day: isOver
      ? say('message.validDate')
      : isDay
        ? undefined
        : say('message.select', { label: label('day') }),
    time: isTime ? undefined : missing('time'),
    parties: values.parties.length > 0 ? undefined : say('message.select', { label: label('parties') }),
  };
}

export function MeetingForm({ opened, meeting, request, screenId, onSaved, onClose }: Props) {
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
      <div className={`${classes.when} grid align-top gap-12`}>
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
        <div className={`${classes.people} grid mt-4 gap-8`}>
          {request.parties.map((party) => (
            <Checkbox key={party.partySeqNo} value={String(party.partySeqNo)} label={nameOf(party)} />
          ))}
        </div>
      </Checkbox.Group>
      <Textarea
        {...form.text('remarks')}
        label={label('remarks')}
        rows={3}
        resize="vertical"
        maxLength={mostLetters}
      />
    </DrawerForm>
  );
}
