import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '@/lib/session';
import { anAuth, aScreen, aToken } from '@/test/auth';
import { bodyOf, fakeRoutes } from '@/test/routes';
import { headerOf, knownBases, type Sent } from '@/test/server';
import { show } from '@/test/show';
import PurgeCalendar from '.';
import type { DueDay, DueItem, Run } from './calls';

vi.setConfig({ testTimeout: 20_000 });
const url = vi.hoisted(() => ({ state: {} as Record<string, string>, change: vi.fn() }));
vi.mock('@/lib/url-state', async (original) => ({
  ...(await original<object>()),
  useUrlState: () => [url.state, url.change],
}));
vi.mock('@tanstack/react-router', () => ({
  useNavigate: () => vi.fn(),
  Link: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
}));

const calendar = aScreen({ screenCode: 'SD-ADM-029', path: '/admin/purge-calendar', resource: 'retention' });
const anItem = (patch: Partial<DueItem> = {}): DueItem => ({
  txnRefNo: 'N2511150000011',
  customerName: 'Meena Krishnan',
  documentNo: 1,
  documentTitle: 'PAN card',
  versionNo: 2,
  date: '2026-11-20',
  owner: 'BANKER1',
  isHeld: false,
  ...patch,
});

let days: DueDay[];
let found: DueItem[];
let runs: Run[];
let sent: Sent[];

beforeEach(() => {
  knownBases();
  url.state = {};
  url.change.mockClear();
  session.setAuth(anAuth({ screens: [calendar], businessActions: ['legalhold', 'export'] }));
  session.setToken(aToken(Date.now() + 900_000));
  days = [
    { date: '2026-11-20', kind: 'documents', requests: 1, documents: 2 },
    { date: '2026-11-20', kind: 'records', requests: 1, documents: 0 },
    { date: '2026-12-02', kind: 'rejected', requests: 3, documents: 4 },
  ];
  found = [
    anItem(),
    anItem({ versionNo: 1 }),
    anItem({ txnRefNo: 'N2511150000012', documentTitle: 'Aadhaar', isHeld: true }),
  ];
  runs = [];
  sent = fakeRoutes({
    definition: () => ({ data: { content: [] } }),
    'retention/item': () => ({ data: { content: found, totalElements: found.length } }),
    'retention/run': () => ({ data: { content: runs, totalElements: runs.length } }),
    'admin/retention': () => ({ data: { content: days } }),
    'transaction/hold': () => ({ data: { content: [] } }),
  });
});
afterEach(cleanup);

const open = () => show(<PurgeCalendar screen={calendar} />);

test('the days are listed by month with what is destroyed, and the first one is open', async () => {
  open();
  const list = await screen.findByRole('navigation', { name: 'Days on which retention ends' });
  expect(within(list).getByText('November 2026')).toBeTruthy();
  expect(within(list).getByText('December 2026')).toBeTruthy();
  const entries = within(list).getAllByRole('button');
  expect(entries.map((entry) => entry.getAttribute('aria-current'))).toEqual(['true', null, null]);
  expect(entries[2]?.textContent).toBe('Rejected documents, 2 Dec 2026: 4 documents · 3 requests');
  await screen.findByText('Aadhaar');
  expect(sent.some(({ url }) => url.includes('date=2026-11-20') && url.includes('kind=documents'))).toBe(true);
  fireEvent.keyDown(entries[0] as HTMLElement, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(entries[1]);
  fireEvent.click(entries[2] as HTMLElement);
  expect(url.change.mock.lastCall?.[0]).toMatchObject({ date: '2026-12-02', kind: 'rejected' });
});

test('a month shows a count on each day, and the arrow keys move between the days', async () => {
  open();
  const month = await screen.findByRole('region', { name: 'Calendar by month' });
  const day = (name: string) => within(month).getByRole('button', { name });
  expect(within(month).getByText('November 2026')).toBeTruthy();
  expect(day('20 Nov 2026: Documents 2, Records 1').getAttribute('aria-current')).toBe('date');
  expect(day('21 Nov 2026: nothing').tabIndex).toBe(-1);
  expect(within(month).getByRole('button', { name: 'Previous month' }).hasAttribute('disabled')).toBe(true);
  day('20 Nov 2026: Documents 2, Records 1').focus();
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
  press('ArrowDown');
  expect(document.activeElement).toBe(day('27 Nov 2026: nothing'));
  press('ArrowDown');
  press('ArrowLeft');
  press('ArrowLeft');
  const rejected = day('2 Dec 2026: Rejected documents 4');
  expect(document.activeElement).toBe(rejected);
  press('PageDown');
  expect(document.activeElement).toBe(rejected);
  fireEvent.click(rejected);
  expect(url.change.mock.lastCall?.[0]).toMatchObject({ date: '2026-12-02', kind: 'rejected' });
});

test('what a hold keeps past its day is a group of its own, before the days and outside the totals', async () => {
  days = [{ date: '2026-11-16', kind: 'documents', requests: 1, documents: 7, isHeld: true }, ...days];
  open();
  const list = await screen.findByRole('navigation', { name: 'Days on which retention ends' });
  const [group, first] = within(list).getAllByRole('button');
  expect(group?.textContent).toBe('Documents, Kept by a legal hold: 7 documents · 1 request');
  expect(first?.getAttribute('aria-current')).toBe('true');
  expect(within(list).queryByText('7')).toBeNull();
  fireEvent.click(group as HTMLElement);
  expect(url.change.mock.lastCall?.[0]).toMatchObject({ kind: 'documents', isHeld: 'true' });
  cleanup();
  url.state = { date: '2026-11-16', kind: 'documents', isHeld: 'true' };
  found = [anItem({ date: '2026-10-02', isHeld: true })];
  open();
  await screen.findByRole('heading', { name: 'Kept by a legal hold · Documents' });
  // The day that has passed says more than that it is held, which all of them are.
  expect(await screen.findByText('2 Oct 2026')).toBeTruthy();
  expect(sent.some(({ url }) => url.includes('isHeld=true'))).toBe(true);
  expect(screen.queryByRole('checkbox')).toBeNull();
  const again = within(screen.getByRole('navigation', { name: 'Days on which retention ends' }));
  fireEvent.click(again.getAllByRole('button')[1] as HTMLElement);
  expect(url.change.mock.lastCall?.[0]).toMatchObject({ date: '2026-11-20', isHeld: undefined });
});

test('several documents are kept longer by one hold on each request; held rows are marked', async () => {
  open();
  const held = (await screen.findByText('Aadhaar')).closest('tr') as HTMLElement;
  expect(within(held).getByText('Under hold')).toBeTruthy();
  fireEvent.click(screen.getAllByRole('checkbox')[0] as HTMLElement);
  fireEvent.click(await screen.findByRole('button', { name: 'Put on legal hold' }));
  await screen.findByText('N2511150000011: put on legal hold');
  const reason = screen.getByLabelText(/^Reason/);
  fireEvent.change(reason, { target: { value: 'Court order' } });
  fireEvent.submit(reason.closest('form') as HTMLElement);
  await waitFor(() => expect(screen.queryByLabelText(/^Reason/)).toBeNull());
  const [hold] = sent.filter(({ url }) => url.includes('transaction/hold'));
  expect(bodyOf(hold)).toMatchObject({ records: [{ txnRefNo: 'N2511150000011' }], reason: 'Court order' });
  expect(headerOf(hold as Sent)).toMatchObject({ operation: 'S', screenId: 'SD-ADM-029' });
});

test('without the right to hold nothing can be selected', async () => {
  session.setAuth(anAuth({ screens: [calendar], businessActions: [] }));
  open();
  await screen.findByText('Aadhaar');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Export as CSV' })).toBeNull();
});

test('an empty calendar says so', async () => {
  days = [];
  open();
  expect(await screen.findByText('Nothing is due')).toBeTruthy();
});

test('the history lists the runs with their certificates', async () => {
  url.state = { tab: 'history' };
  runs = [
    {
      runId: 'r2',
      startedOn: '2026-11-16T20:30:00.000Z',
      endedOn: '2026-11-16T20:31:00.000Z',
      destroyed: 12,
      kept: 3,
      failed: 0,
      refused: null,
      certificateId: 'c2',
    },
    {
      runId: 'r1',
      startedOn: '2026-11-15T20:30:00.000Z',
      endedOn: '2026-11-15T20:30:00.000Z',
      destroyed: 0,
      kept: 0,
      failed: 0,
      refused: 'clock',
      certificateId: null,
    },
  ];
  open();
  await screen.findByText('Refused: the clock is not plausible');
  expect(screen.getAllByRole('button', { name: /^Destruction certificate: (PDF|JSON)/ })).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: /^Destruction certificate: JSON/ }));
  await waitFor(() =>
    expect(sent.some(({ url }) => /retention\/certificate.*certificateId=c2&format=json/.test(url))).toBe(true),
  );
});
