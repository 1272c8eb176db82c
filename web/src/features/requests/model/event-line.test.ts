import { expect, test } from 'vitest';
import type { DocRequest } from '@/lib/requests';
import { eventLine } from './event-line';

const aVersion = (uploadedOn: string, onBehalf = false) => ({ uploadedOn, onBehalf });
const aRequest = (patch: Partial<DocRequest> = {}, versions: object[] = []) =>
  ({
    transactionStatus: 'Pending',
    sentOn: '2026-11-10T08:00:00.000Z',
    closedOn: null,
    documentDueDate: '2026-11-20',
    expiresOn: '2026-12-10',
    parties: [{ documents: [{ status: versions.length ? 'Uploaded' : 'Requested', versions }] }],
    ...patch,
  }) as unknown as DocRequest;
const aReminder = (createdOn: string) => ({ event: 'Reminder', createdOn, state: 'delivered' }) as const;

test('an unsent request has reached nothing', () => {
  const line = eventLine(aRequest({ sentOn: null }), [], []);
  expect(line.map(({ at }) => at)).toEqual([undefined, undefined, undefined, undefined]);
});

test('reminders are between the milestones, at the place of their time; mail and SMS are one', () => {
  const sent = [aReminder('2026-11-15T08:00:00.100Z'), aReminder('2026-11-15T08:00:03.000Z')];
  const [first, ...others] = eventLine(aRequest(), sent, [{ dueOn: '2026-11-18' }, { dueOn: '2026-11-18' }]);
  expect(first?.dots.map(({ at, isPlanned }) => [at, isPlanned])).toEqual([
    ['2026-11-15T08:00Z', false],
    ['2026-11-18', true],
  ]);
  expect(first?.dots[0]?.place).toBeCloseTo(0.5, 1);
  expect(others.flatMap(({ dots }) => dots)).toEqual([]);
});

test('who uploads has opened the request, whatever the last login says', () => {
  const messages = [{ ...aReminder('2026-11-11T08:00:00.000Z'), loggedInOn: '2026-11-16T08:00:00.000Z' }];
  const versions = [aVersion('2026-11-12T09:00:00.000Z'), aVersion('2026-11-14T09:00:00.000Z')];
  const line = eventLine(aRequest({}, versions), messages, [{ dueOn: '2026-11-19' }]);
  expect(line.map(({ at }) => at?.slice(0, 10))).toEqual(['2026-11-10', '2026-11-12', '2026-11-14', undefined]);
  expect(line.map(({ dots }) => dots.length)).toEqual([1, 0, 1, 0]);
});

test('an upload on behalf opens nothing, and an expired request ends on its last day', () => {
  const versions = [aVersion('2026-11-12T09:00:00.000Z', true)];
  const line = eventLine(aRequest({ transactionStatus: 'Expired' }, versions), [], []);
  expect(line.map(({ at }) => at?.slice(0, 10))).toEqual(['2026-11-10', undefined, '2026-11-12', '2026-12-10']);
});
