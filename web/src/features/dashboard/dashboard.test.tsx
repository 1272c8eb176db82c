import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '@/lib/session';
import { anAuth, aScreen, aToken } from '@/test/auth';
import { type Answer, fakeRoutes } from '@/test/routes';
import { knownBases, type Sent } from '@/test/server';
import Dashboard from '.';
import type { Figures, Pace } from './calls';

const page = vi.hoisted(() => ({
  url: {} as Record<string, string>,
  change: vi.fn(),
  navigate: vi.fn(),
  live: undefined as undefined | (() => void),
}));
vi.mock('@/lib/url-state', () => ({ useUrlState: () => [page.url, page.change] }));
vi.mock('@/lib/live', () => ({
  onRequestChange: (listener: () => void) => {
    page.live = listener;
    return () => {};
  },
}));
vi.mock('@tanstack/react-router', () => {
  const Anchor = ({ to, search, ...rest }: { to: string; search?: object; children: ReactNode }) => (
    <a href={`${to}${search ? `?${new URLSearchParams(search as Record<string, string>)}` : ''}`} {...rest} />
  );
  return { Link: Anchor, createLink: () => Anchor, useNavigate: () => page.navigate };
});

const board = aScreen({ screenCode: 'SD-BNK-003', path: '/requestor/dashboard' });
const screens = [
  board,
  aScreen({ screenCode: 'SD-BNK-001', path: '/requestor/doc-request/Create' }),
  aScreen({ screenCode: 'SD-BNK-002', path: '/requestor/requested-docs' }),
  aScreen({ screenCode: 'SD-BNK-004', path: '/requestor/overview/:txnRefNo' }),
];

const figures: Figures = {
  tenantCode: 'RETAIL',
  tenants: [
    { tenantCode: 'RETAIL', tenantName: 'Retail' },
    { tenantCode: 'SME', tenantName: 'SME business' },
  ],
  totalCustomers: 41,
  todaysSchedule: [
    { kind: 'meeting', at: '2026-11-15T04:00:00.000Z', txnRefNo: 'N1', customerName: null, subject: 'KYC call' },
    { kind: 'due', at: '2026-11-15', txnRefNo: 'N2', customerName: 'Meena', subject: null },
  ],
  scheduleToday: 2,
  meetingsToday: 1,
  totalRequested: 3281,
  totalAccepted: 2404,
  totalPending: 612,
  totalRejected: 265,
  totalNotRequired: 0,
  totalInReview: 200,
  byStatus: [
    { status: 'New', requests: 3 },
    { status: 'Pending', requests: 17 },
  ],
  monthly: [{ month: '2026-11', requests: 12, accepted: 5, rejected: 1 }],
};
const renewal = {
  txnRefNo: 'N9',
  documentNo: 3,
  documentTitle: 'Passport',
  customerName: 'Arjun',
  complianceApplicable: 'KYC',
  dueOn: '2026-12-01',
  remindOn: '2026-11-10',
  renewedBy: null,
};

const pace: Pace = {
  days: 90,
  closed: 40,
  isOfNewest: false,
  stages: [
    { stage: 'created', requests: 40, medianHours: null },
    { stage: 'sent', requests: 38, medianHours: 5.4 },
    { stage: 'received', requests: 30, medianHours: 84 },
    { stage: 'approved', requests: 24, medianHours: 47 },
  ],
  medianHours: 156,
  waiting: [
    { from: 0, to: 1, documents: 9 },
    { from: 2, to: 3, documents: 4 },
    { from: 4, to: 7, documents: 0 },
    { from: 8, to: null, documents: 1 },
  ],
  isOfFirst: false,
};

let sent: Sent[];
let answer: () => Answer;
let renewals: () => Answer;

beforeEach(() => {
  knownBases();
  session.setAuth(anAuth({ userId: 'BANKER1', screens }));
  session.setToken(aToken(Date.now() + 900_000));
  page.url = {};
  answer = () => ({ data: { record: figures } });
  renewals = () => ({ data: { content: [renewal] } });
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

function open() {
  sent = fakeRoutes({
    'transaction/compliance': () => renewals(),
    'dashboard/pace': () => ({ data: { record: pace } }),
    'transaction/dashboard': () => answer(),
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <Dashboard screen={board} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
const asked = () => sent.filter(({ url }) => url.includes('transaction/dashboard'));

test('shows every total of the server', async () => {
  open();
  const totals = await screen.findByRole('region', { name: 'Totals' });
  await within(totals).findByText('3,281');
  const shown = within(totals)
    .getAllByRole('definition')
    .map((each) => each.textContent?.replace('documents', ''));
  expect(shown).toEqual(['3,281', '2,404', '612', '265', '41', '2', '1']);
});

test('every total and every part of the pie opens its list', async () => {
  open();
  const totals = await screen.findByRole('region', { name: 'Totals' });
  await screen.findByRole('table', { name: 'Documents by status' });
  const links = within(totals).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href')).slice(0, 4)).toEqual([
    '/requestor/requested-docs?show=all',
    '/requestor/requested-docs?having=accepted',
    '/requestor/requested-docs?having=pending',
    '/requestor/requested-docs?having=rejected',
  ]);
  expect(links).toHaveLength(7);
  const inReview = screen.getByRole('link', { name: 'In review' });
  expect(inReview.getAttribute('href')).toBe('/requestor/requested-docs?having=inReview');
});

test('the pie has a table with the same figures and their shares, which add up', async () => {
  const closed = { ...figures, totalRequested: 3301 };
  answer = () => ({ data: { record: closed } });
  open();
  const table = await screen.findByRole('table', { name: 'Documents by status' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    'Accepted2,40472.8%',
    'Not required00%',
    'In review2006.1%',
    'Rejected2658%',
    'To come41212.5%',
    'Open when closed200.6%',
  ]);
});

test('the stages of closed requests and the ages of waiting documents are tables of bars', async () => {
  open();
  const lines = async (name: string) => {
    const table = await screen.findByRole('table', { name });
    return within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  };
  expect(await lines('How far requests come, and how fast')).toEqual([
    'Created40',
    'Sent385 hours',
    'Documents received303.5 days',
    'Approved2447 hours',
  ]);
  expect(await lines('Waiting for a review')).toEqual(['0–1 days9', '2–3 days4', '4–7 days0', 'More than 7 days1']);
  expect(screen.getByText('From creation to approval, half of them take up to 6.5 days.')).toBeTruthy();
  expect(screen.getByText('Requests closed in the last 90 days')).toBeTruthy();
});

test('each figure of a month opens the requests behind it', async () => {
  open();
  const month = await screen.findByRole('rowheader', { name: 'Nov', hidden: true });
  const links = within(month.closest('tr') as HTMLElement).getAllByRole('link', { hidden: true });
  expect(links.map((link) => link.getAttribute('href')?.split('?')[1])).toEqual([
    'from=2026-11-01&to=2026-11-30',
    'status=Accepted&closedFrom=2026-11-01&closedTo=2026-11-30',
    'status=Rejected&closedFrom=2026-11-01&closedTo=2026-11-30',
  ]);
});

test("the renewals are those of the chosen tenant, and another's cannot be renewed from here", async () => {
  session.setAuth(anAuth({ userId: 'BANKER1', screens, tenantCode: 'RETAIL' }));
  page.url = { tenant: 'SME' };
  answer = () => ({ data: { record: { ...figures, tenantCode: 'SME' } } });
  open();
  await screen.findByText('Passport');
  expect(sent.find(({ url }) => url.includes('transaction/compliance'))?.url).toContain('tenantCode=SME');
  await screen.findByText(/These are the figures for SME business/);
  expect(screen.queryByRole('button', { name: /Renew/ })).toBeNull();
});

test('the lines have a table too', async () => {
  open();
  const cell = await screen.findByRole('rowheader', { name: 'Nov', hidden: true });
  expect(cell.closest('tr')?.textContent).toBe('Nov1251');
});

test("today's meetings, due dates and requests of a status lead to where they are", async () => {
  open();
  const meeting = await screen.findByRole('link', { name: /KYC call/ });
  expect(meeting.getAttribute('href')).toBe('/requestor/overview/N1');
  expect(screen.getByRole('link', { name: /Documents due.*Meena/ }).textContent).toContain('All day');
  const pending = screen.getByRole('link', { name: /Pending.*17/ });
  expect(pending.getAttribute('href')).toBe('/requestor/requested-docs?status=Pending');
});

test('what is not named of a full day is counted, and leads to the list', async () => {
  answer = () => ({ data: { record: { ...figures, scheduleToday: 31 } } });
  open();
  const more = await screen.findByRole('link', { name: 'and 29 more' });
  expect(more.getAttribute('href')).toBe('/requestor/requested-docs?dueFrom=2026-11-15&dueTo=2026-11-15');
});

test('another tenant is a question of the address, and the address asks the server', async () => {
  page.url = { tenant: 'SME' };
  answer = () => ({ data: { record: { ...figures, tenantCode: 'SME' } } });
  open();
  const chooser = (await screen.findByRole('combobox', { name: 'Tenant Code' })) as HTMLInputElement;
  expect(chooser.value).toBe('SME business');
  expect(asked()[0]?.url).toMatch(/\?tenantCode=SME$/);
  fireEvent.click(chooser);
  fireEvent.click(await screen.findByRole('option', { name: 'Retail', hidden: true }));
  expect(page.change).toHaveBeenCalledWith({ tenant: 'RETAIL' });
});

test('figures of a tenant one does not work in lead nowhere, and say why', async () => {
  session.setAuth(anAuth({ userId: 'BANKER1', screens, tenantCode: 'RETAIL' }));
  page.url = { tenant: 'SME' };
  answer = () => ({ data: { record: { ...figures, tenantCode: 'SME', scheduleToday: 31 } } });
  open();
  expect(await screen.findByText(/These are the figures for SME business/)).toBeTruthy();
  expect(screen.getByText('KYC call')).toBeTruthy();
  expect(screen.getByText('and 29 more')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /KYC call|Pending|more/ })).toBeNull();
});

test('a renewal is begun with one click', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Renew Passport of Arjun' }));
  expect(page.navigate).toHaveBeenCalledWith({ to: '/requestor/doc-request/Create', search: { renew: 'N9:3' } });
});

test('what happens elsewhere shows without a reload', async () => {
  open();
  await screen.findAllByText('3,281');
  answer = () => ({ data: { record: { ...figures, totalRequested: 3282 } } });
  act(() => page.live?.());
  expect((await screen.findAllByText('3,282')).length).toBeGreaterThan(0);
});

test('a new house has no figures, and says what comes there', async () => {
  const nothing = { totalRequested: 0, totalAccepted: 0, totalPending: 0, totalRejected: 0, todaysSchedule: [] };
  const monthly = figures.monthly.map((month) => ({ ...month, requests: 0, accepted: 0, rejected: 0 }));
  answer = () => ({ data: { record: { ...figures, ...nothing, monthly } } });
  renewals = () => ({ data: { content: [] } });
  open();
  for (const text of ['No documents yet', 'No requests yet', 'Nothing is due today', 'No renewals due']) {
    expect(await screen.findByText(text)).toBeTruthy();
  }
});

test('what cannot be loaded says so and is tried again', async () => {
  answer = () => ({ status: 503, error: 'Not Available Right Now' });
  open();
  expect(await screen.findByText('Not Available Right Now')).toBeTruthy();
  answer = () => ({ data: { record: figures } });
  fireEvent.click(screen.getAllByRole('button', { name: 'Retry' })[0] as HTMLElement);
  await waitFor(() => expect(screen.getAllByText('3,281').length).toBeGreaterThan(0));
});
