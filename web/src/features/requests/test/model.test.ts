import { expect, test } from 'vitest';
import { nextSort, readState, writeState } from '@/components/list';
import { daysBetween, isDate } from '@/lib/days';
import { aDocument, aParty, aRequest } from '@/test/requests';
import { nextMine } from '../details/review/use-review';
import { addressOf } from '../model/list-state';
import { isSystem, notForwardable, owingOf } from '../model/owing';

const address = addressOf('-createdOn');

test('what the address says that cannot be is left out', () => {
  const search = {
    page: '-3',
    size: '7',
    sort: 'password',
    status: 'Nonsense',
    overdue: 'yes',
    dueTo: '2026-02-31',
  };
  expect(readState(search, address)).toEqual({
    page: 1,
    size: 15,
    sort: '-createdOn',
    q: '',
    filters: {},
    open: '',
    key: '',
  });
});

test('an untouched list has an untouched address, and any other comes back as it was', () => {
  expect(writeState(readState({}, address), address)).toEqual({});
  const search = {
    page: '2',
    size: '50',
    sort: 'customerName',
    q: 'mee',
    status: 'Waiting',
    from: '2026-11-01',
  };
  expect(writeState(readState(search, address), address)).toEqual(search);
});

test('a column is ordered up, down, and then as the screen begins', () => {
  expect(nextSort('-createdOn', 'customerName', '-createdOn')).toBe('customerName');
  expect(nextSort('customerName', 'customerName', '-createdOn')).toBe('-customerName');
  expect(nextSort('-customerName', 'customerName', '-createdOn')).toBe('-createdOn');
  expect(nextSort('-createdOn', 'createdOn', '-createdOn')).toBe('createdOn');
});

test('an authorised party stands with the one who authorised it and owes nothing itself', () => {
  const documents = ['Requested', 'Rejected', 'Accepted'] as const;
  const party = aParty({
    documents: documents.map((status, at) => aDocument({ documentNo: at + 1, status })),
  });
  const helper = aParty({ partySeqNo: 2, authPartySeqNo: 1, documents: [] });
  const [owing, ...others] = owingOf({ parties: [party, helper] });
  expect(others).toEqual([]);
  expect(owing).toMatchObject({ open: 2, authorised: [helper] });
});

test('the next document of mine is looked for behind this one and then from the top', () => {
  const of = (documentNo: number, isMine: boolean) => aDocument({ documentNo, allowed: isMine ? ['accept'] : [] });
  const request = (...mine: boolean[]) =>
    aRequest({ parties: [aParty({ documents: mine.map((each, at) => of(at + 1, each)) })] });
  expect(nextMine(request(true, true, false, true), 2)).toBe(4);
  expect(nextMine(request(true, true, false, false), 2)).toBe(1);
  expect(nextMine(request(false, true, false), 2)).toBeUndefined();
});

test('days are counted without hours', () => {
  expect(daysBetween('2026-02-28', '2026-03-01')).toBe(1);
  expect(isDate('2026-02-29')).toBe(false);
});

test('the system is known by its name and by that of its jobs', () => {
  expect(['system', 'system:expire', 'SYSTEM1', 'systems@example.com'].map(isSystem)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('nobody is offered a request that he has, nor himself, but its owner gets it back', () => {
  const own = { owner: 'BANKER1', forwardedTo: null };
  const lent = { owner: 'BANKER1', forwardedTo: 'CHECKER1' };
  expect(notForwardable([own], 'BANKER1')).toEqual(['BANKER1']);
  expect(notForwardable([own], 'ADMIN')).toEqual(['ADMIN', 'BANKER1']);
  expect(notForwardable([lent], 'CHECKER1')).toEqual(['CHECKER1']);
  expect(notForwardable([lent], 'BANKER1')).toEqual(['CHECKER1']);
  // For several requests, a user who can take one of them is offered.
  expect(notForwardable([own, lent], 'ADMIN')).toEqual(['ADMIN']);
});
