import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DocRequest } from '@/lib/requests';
import { session } from '@/lib/session';
import { aToken } from '@/test/auth';
import { aBanker, aParty, aRequest, aWorkScreen } from '@/test/requests';
import { fakeRoutes } from '@/test/routes';
import { knownBases, type Sent } from '@/test/server';
import { show } from '@/test/show';
import TransactionDetails from '../page';

vi.setConfig({ testTimeout: 20_000 });

const url = vi.hoisted(() => ({ state: {} as Record<string, string>, change: vi.fn() }));
vi.mock('@/lib/url-state', () => ({ useUrlState: () => [url.state, url.change] }));
vi.mock('@tanstack/react-router', () => ({
  useBlocker: () => {},
  useNavigate: () => vi.fn(),
  useMatches: () => '/requestor/transactions/N2611150000011',
  Link: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
}));
vi.mock('@/lib/live', () => ({ onRequestChange: () => () => {} }));

let sent: Sent[];
let request: DocRequest;
let meetings: object[];
let happened: object[];

const aMeeting = {
  meetingId: 'm1',
  subject: 'Signing',
  startsAt: '2099-03-05T10:00:00.000Z',
  durationMinutes: 30,
  place: null,
  remarks: null,
  parties: [1],
  versionNumber: 1,
};
const anEntry = (action: string, detail: object) => ({
  at: '2026-11-14T09:00:00.000Z',
  actor: 'BANKER1',
  forUser: null,
  action,
  documentNo: 1,
  documentTitle: 'PAN card',
  detail,
});

beforeEach(() => {
  knownBases();
  session.setAuth(aBanker());
  session.setToken(aToken(Date.now() + 900_000));
  request = aRequest();
  meetings = [];
  happened = [];
  sent = fakeRoutes({
    definition: () => ({ data: { content: [] } }),
    'docrequest/timeline': () => ({ data: { content: happened } }),
    meeting: () => ({ data: { content: meetings } }),
    'document/evidence': () => ({ data: {} }),
    'docrequest@': () => ({ data: { record: request } }),
  });
});
afterEach(cleanup);

function open(tab: string) {
  url.state = { tab };
  show(<TransactionDetails screen={aWorkScreen('SD-BNK-007', '/requestor/transactions/:txnRefNo')} />);
}
const planning = () => screen.queryByRole('button', { name: 'Schedule a meeting' });

test.each(['New', 'Accepted', 'Rejected', 'Expired'] as const)(
  'of a request that is %s no meeting is planned, but one that stands can be called off',
  async (transactionStatus) => {
    request = aRequest({ transactionStatus });
    open('meetings');
    expect(await screen.findByText('No meetings scheduled')).toBeTruthy();
    expect(planning()).toBeNull();
    cleanup();
    meetings = [aMeeting];
    open('meetings');
    const line = (await screen.findByText('Signing')).closest('li') as HTMLElement;
    expect(within(line).getAllByRole('button')).toHaveLength(1);
    expect(within(line).getByRole('button', { name: 'Cancel' })).toBeTruthy();
    expect(planning()).toBeNull();
  },
);

test('of an open request a meeting is planned, moved and called off', async () => {
  meetings = [aMeeting];
  open('meetings');
  const line = (await screen.findByText('Signing')).closest('li') as HTMLElement;
  expect(within(line).getAllByRole('button')).toHaveLength(2);
  expect(planning()).toBeTruthy();
});

test('the timeline says how a claim was answered, and what was said with a submission', async () => {
  happened = [
    anEntry('answerclaim', { more: { granted: true } }),
    anEntry('answerclaim', { more: { granted: false } }),
    anEntry('submit', { remark: 'Both sides', more: { documents: ['PAN card'] } }),
  ];
  open('timeline');
  expect(await screen.findByText('Granted')).toBeTruthy();
  expect(screen.getByText('Not granted')).toBeTruthy();
  expect(screen.getByText('“Both sides”')).toBeTruthy();
});

test('the timeline names what an edit changed in the words of the form', async () => {
  happened = [
    anEntry('edit', {
      more: {
        fields: ['customerName', 'lastName'],
        added: ['Passport'],
        removed: ['PAN card', 'Photograph'],
        partiesAdded: ['Ravi Shankar'],
        partiesRemoved: ['Asha Rao'],
      },
    }),
  ];
  open('timeline');
  expect(await screen.findByText('Changed: Customer Name, Last Name')).toBeTruthy();
  expect(screen.getByText('Added: Passport')).toBeTruthy();
  expect(screen.getByText('Removed: PAN card, Photograph')).toBeTruthy();
  expect(screen.getByText('New party: Ravi Shankar')).toBeTruthy();
  expect(screen.getByText('No longer a party: Asha Rao')).toBeTruthy();
});

test('the evidence pack is offered to those who may make it, and fetched for the request', async () => {
  request = aRequest({ allowed: [] });
  open('timeline');
  fireEvent.click(await screen.findByRole('button', { name: 'Download' }));
  expect(await screen.findByRole('menuitem', { name: 'Download all documents (ZIP)' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Evidence pack (ZIP)' })).toBeNull();
  cleanup();
  request = aRequest({ allowed: ['evidence'] });
  open('timeline');
  fireEvent.click(await screen.findByRole('button', { name: 'Download' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Evidence pack (ZIP)' }));
  await waitFor(() => expect(sent.some(({ url }) => url.includes('document/evidence'))).toBe(true));
  const call = sent.find(({ url }) => url.includes('document/evidence'));
  expect(call?.url).toContain(`txnRefNo=${request.txnRefNo}`);
});

test('both addresses open the same page: a tab changes the query only', async () => {
  session.setAuth(
    aBanker({
      screens: [
        aWorkScreen('SD-BNK-004', '/requestor/overview/:txnRefNo'),
        aWorkScreen('SD-BNK-007', '/requestor/transactions/:txnRefNo'),
      ],
    }),
  );
  for (const [code, path, usual] of [
    ['SD-BNK-004', '/requestor/overview/:txnRefNo', 'overview'],
    ['SD-BNK-007', '/requestor/transactions/:txnRefNo', 'documents'],
  ] as const) {
    url.state = { tab: 'timeline' };
    url.change.mockClear();
    show(<TransactionDetails screen={aWorkScreen(code, path)} />);
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      'Overview',
      'Documents',
      'Request',
      'Timeline',
      'Meetings',
    ]);
    expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy();
    for (const name of ['Overview', 'Documents']) fireEvent.click(screen.getByRole('tab', { name }));
    const gone = url.change.mock.calls.map(([patch]) => patch.tab);
    expect(gone).toEqual(['overview', 'documents'].map((name) => (name === usual ? undefined : name)));
    cleanup();
  }
});

test('once a request is closed the page offers its evidence and the next work', async () => {
  const parties = [aParty({ documents: [] })];
  request = aRequest({ transactionStatus: 'Accepted', nextAction: 'none', allowed: ['evidence', 'clone'], parties });
  open('timeline');
  const next = within(await screen.findByRole('region', { name: 'Next step' }));
  expect(next.getByRole('link').getAttribute('href')).toBe('/requestor/view-requests');
  fireEvent.click(next.getByRole('button', { name: 'Evidence pack (ZIP)' }));
  await waitFor(() => expect(sent.some(({ url }) => url.includes('document/evidence'))).toBe(true));
});
