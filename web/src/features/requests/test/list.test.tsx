import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onToast } from '@/lib/feedback';
import { session } from '@/lib/session';
import { aToken } from '@/test/auth';
import { aBanker, aRow, aWorkScreen } from '@/test/requests';
import { type Answer, bodyOf, fakeRoutes } from '@/test/routes';
import { headerOf, knownBases, type Sent } from '@/test/server';
import { show } from '@/test/show';
import RequestList from '../list';

vi.setConfig({ testTimeout: 20_000 });

const url = vi.hoisted(() => ({ state: {} as Record<string, string>, change: vi.fn() }));
const router = vi.hoisted(() => ({ navigate: vi.fn() }));
const live = vi.hoisted(() => ({ tell: (_change: unknown) => {}, progress: (_progress: unknown) => {} }));
vi.mock('@/lib/url-state', async (original) => ({
  ...(await original<object>()),
  useUrlState: () => [url.state, url.change],
}));
vi.mock('@tanstack/react-router', () => ({
  useBlocker: () => {},
  useNavigate: () => router.navigate,
  Link: ({ to, children, ...rest }: { to: string; children: React.ReactNode }) => (
    <a href={to} {...rest}>
      {children}
    </a>
  ),
}));
vi.mock('@/lib/live', () => ({
  onRequestChange: (listener: (change: unknown) => void) => {
    live.tell = listener;
    return () => {};
  },
  onBulkSend: (listener: (progress: unknown) => void) => {
    live.progress = listener;
    return () => {};
  },
}));

let sent: Sent[];
let search: () => Answer;
let acted: () => Answer;
let bulkSent: (call: Sent) => Answer;
const late = aRow({
  txnRefNo: 'N2',
  customerName: 'Coastal Foods',
  documentDueDate: '2020-01-01',
  allowed: ['cancel'],
});

beforeEach(() => {
  url.state = {};
  url.change.mockClear();
  router.navigate.mockClear();
  knownBases();
  session.setAuth(aBanker());
  session.setToken(aToken(Date.now() + 900_000));
  search = () => ({ data: { content: [aRow(), late], totalElements: 64 } });
  acted = () => ({ data: { content: [] } });
  bulkSent = () => ({ data: { content: [] } });
  sent = fakeRoutes({
    definition: () => ({ data: { content: [] } }),
    'docrequest/search': () => search(),
    'docrequest/action': (call) => (bodyOf(call).background ? bulkSent(call) : acted()),
    'docrequest/view': ({ method }) =>
      method === 'GET' ? { data: { content: [{ name: 'Mine', query: 'status=Waiting&sort=-createdOn' }] } } : {},
    job: (call) => bulkSent(call),
    'docrequest/export': () => ({ bytes: new ArrayBuffer(8) }),
  });
});
afterEach(cleanup);

function open(code = 'SD-BNK-002', actions = aWorkScreen(code, '/x').actions) {
  show(<RequestList screen={aWorkScreen(code, '/x', { actions })} />);
}

const asked = (part: string) => sent.filter((call) => call.url.includes(part));
const tick = async (name: string) => fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));

test('the list is what the address asks for, and the screen is told', async () => {
  url.state = { page: '2', status: 'Pending', owner: 'BANKER1', overdue: 'true', from: 'nonsense', q: 'mee' };
  open();
  expect(await screen.findByText('Meena Subramaniam')).toBeTruthy();
  const [first] = asked('docrequest/search');
  const query = new URLSearchParams(first?.url.split('?')[1]);
  expect(Object.fromEntries(query)).toEqual({
    page: '1',
    size: '15',
    sort: 'documentDueDate',
    status: 'Pending',
    owner: 'BANKER1',
    overdue: 'true',
    q: 'mee',
  });
  expect(headerOf(first as Sent).screenId).toBe('SD-BNK-002');
  expect(screen.getByText('16–30 of 64')).toBeTruthy();
});

test('each of the three lists has its own columns and order', async () => {
  open('SD-BNK-006');
  await screen.findByText('Meena Subramaniam');
  expect(screen.getByRole('columnheader', { name: 'Latest action' })).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: 'Next' })).toBeNull();
  expect(asked('docrequest/search')[0]?.url).toContain('sort=-latestActionOn');
});

test('that the newest are first is said only while they are', async () => {
  open('SD-BNK-005');
  expect(await screen.findByText('Find any request: all that you can see, newest first.')).toBeTruthy();
  cleanup();
  url.state = { sort: 'customerName' };
  open('SD-BNK-005');
  expect(await screen.findByText('Find any request: all that you can see.')).toBeTruthy();
});

test('on a phone the list of transactions tells what happened last, the others what is left', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: true, media: query, addEventListener() {}, removeEventListener() {} }) as never,
  );
  const latestActionBy = 'system:expiry';
  search = () => ({ data: { content: [aRow(), { ...late, latestAction: 'expire', latestActionBy }] } });
  open('SD-BNK-006');
  expect(await screen.findByText('Sent · BANKER1')).toBeTruthy();
  expect(screen.getByText('Expired · The system')).toBeTruthy();
  expect(screen.getAllByText(/^14 Nov 2026/)).toHaveLength(2);
  expect(screen.getAllByText('Expires 1 Feb 2099')).toHaveLength(2);
  expect(screen.queryByText(/complete/)).toBeNull();
  cleanup();
  open('SD-BNK-005');
  expect(await screen.findAllByText(/1 of 4 complete/)).toHaveLength(2);
});

test('a customer who acted last is named, whoever of the parties it is', async () => {
  const ravi = { latestActionBy: 'ravi@example.com', latestActionByName: 'Ravi Shankar' };
  search = () => ({ data: { content: [aRow(ravi), aRow({ txnRefNo: 'N2', latestActionBy: 'meena@example.com' })] } });
  open('SD-BNK-006');
  expect((await screen.findByText('Ravi Shankar')).closest('td')?.title).toBe('ravi@example.com');
  expect(screen.queryByText(/@example.com/)).toBeNull();
});

test('a due date that has passed is said to be one', async () => {
  open();
  const row = (await screen.findByText('Coastal Foods')).closest('tr') as HTMLElement;
  expect(within(row).getByText('Overdue')).toBeTruthy();
});

test('a row opens the overview, a tick in it does not', async () => {
  open();
  fireEvent.click(await screen.findByText('Meena Subramaniam'));
  expect(router.navigate).toHaveBeenCalledWith({ to: '/requestor/overview/N2611150000011' });
  router.navigate.mockClear();
  await tick('N2');
  expect(router.navigate).not.toHaveBeenCalled();
});

test('requests are made in the wizard of the own kind, by those who may', async () => {
  session.setAuth(aBanker({ entityType: 'Education' }));
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Create request' }));
  expect(router.navigate).toHaveBeenCalledWith({ to: '/requestor/edu-doc-request/Create' });
  cleanup();
  session.setAuth(aBanker({ screens: [aWorkScreen('SD-BNK-001', '/w', { actions: ['access', 'view'] })] }));
  open();
  await screen.findByText('Meena Subramaniam');
  expect(screen.queryByRole('button', { name: 'Create request' })).toBeNull();
});

test('several are cancelled with a reason and their versions; what does not allow it is left out', async () => {
  open();
  await tick('N2611150000011');
  await tick('N2');
  expect(screen.getByText('2 selected')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Extend' }));
  let dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/1 of the 2 selected can't be changed this way/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Not now' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel request' }));
  dialog = within(await screen.findByRole('dialog', { name: 'Cancel 2 requests?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel request' }));
  expect(dialog.getByText('Please Enter Reason')).toBeTruthy();
  fireEvent.change(dialog.getByRole('textbox', { name: /Reason/ }), { target: { value: ' moved abroad ' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel request' }));
  await waitFor(() => expect(asked('docrequest/action')).toHaveLength(1));
  expect(bodyOf(asked('docrequest/action')[0])).toEqual({
    action: 'cancel',
    reason: 'moved abroad',
    records: [
      { txnRefNo: 'N2611150000011', versionNumber: 3 },
      { txnRefNo: 'N2', versionNumber: 3 },
    ],
  });
  await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
});

test('it is told how many were done and how many left out, and nothing stays ticked', async () => {
  const told = vi.fn();
  const silent = onToast(told);
  // Announcements left over from earlier tests.
  told.mockClear();
  open();
  await tick('N2611150000011');
  await tick('N2');
  fireEvent.click(screen.getByRole('button', { name: 'Extend' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByRole('textbox', { name: /Expires on/ });
  fireEvent.change(field, { target: { value: '1/2/2099' } });
  fireEvent.blur(field);
  acted = () => ({ data: { content: [aRow()], ErrorCodeDTO: [{ code: 'x', message: 'Updated' }] } });
  fireEvent.click(dialog.getByRole('button', { name: 'Extend' }));
  await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull());
  const message = "Done for 1 request. 1 was skipped because it can't be changed this way.";
  expect(told.mock.calls).toEqual([[{ message, tone: 'info' }]]);
  silent();
});

test('several are forwarded in words for several; the field takes the focus, also when it is missing', async () => {
  search = () => ({ data: { content: [aRow(), aRow({ txnRefNo: 'N3' })], totalElements: 2 } });
  open();
  await tick('N2611150000011');
  await tick('N3');
  fireEvent.click(screen.getByRole('button', { name: 'Forward' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/sees them among their own requests/)).toBeTruthy();
  const field = dialog.getByRole('textbox', { name: /Forward to/ });
  await waitFor(() => expect(document.activeElement).toBe(field));
  const yes = dialog.getByRole('button', { name: 'Forward' });
  yes.focus();
  fireEvent.click(yes);
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('a filter whose rows cannot be fetched shows no others in their place', async () => {
  open();
  await screen.findByText('Meena Subramaniam');
  search = () => ({ status: 503, error: 'Not Available Right Now' });
  url.state = { status: 'Pending' };
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select N2' }));
  expect(await screen.findByText('Not Available Right Now', {}, { timeout: 5_000 })).toBeTruthy();
  expect(screen.queryByText('Meena Subramaniam')).toBeNull();
});

test('what could not be done is named, what was typed stays, and the second try has the newest version', async () => {
  const error = 'This Record Was Changed By Someone Else';
  acted = () => ({ data: { content: [{ txnRefNo: 'N2', error }, aRow()] } });
  open();
  await tick('N2611150000011');
  await tick('N2');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel request' }));
  const dialog = within(await screen.findByRole('dialog'));
  const reason = dialog.getByRole('textbox', { name: /Reason/ }) as HTMLTextAreaElement;
  fireEvent.change(reason, { target: { value: 'no longer wanted' } });
  search = () => ({ data: { content: [aRow(), { ...late, versionNumber: 9 }], totalElements: 64 } });
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel request' }));
  expect(await dialog.findByText(error)).toBeTruthy();
  expect(reason.value).toBe('no longer wanted');
  acted = () => ({ data: { content: [] } });
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel request' }));
  await waitFor(() => expect(asked('docrequest/action')).toHaveLength(2));
  expect(bodyOf(asked('docrequest/action')[1]).records).toEqual([{ txnRefNo: 'N2', versionNumber: 9 }]);
});

test('who may only look has nothing to tick', async () => {
  open('SD-BNK-002', ['access', 'view']);
  await screen.findByText('Meena Subramaniam');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('a change made elsewhere shows without reload', async () => {
  open();
  await screen.findByText('Meena Subramaniam');
  search = () => ({ data: { content: [aRow({ customerName: 'Meena S' })], totalElements: 1 } });
  act(() => live.tell({ txnRefNo: 'N2611150000011', versionNumber: 4 }));
  expect(await screen.findByText('Meena S')).toBeTruthy();
});

test('a saved view is opened, and the present one is saved under a name', async () => {
  url.state = { status: 'Pending' };
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Views' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Save this view' }), {
    target: { value: 'Late' },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Save', hidden: true }));
  await waitFor(() => expect(asked('docrequest/view').some(({ method }) => method === 'POST')).toBe(true));
  const posted = asked('docrequest/view').find(({ method }) => method === 'POST');
  expect(bodyOf(posted)).toEqual({ name: 'Late', query: 'status=Pending&sort=documentDueDate' });
  fireEvent.click(await screen.findByRole('button', { name: 'Mine', hidden: true }));
  expect(url.change).toHaveBeenCalledWith({ status: 'Waiting', sort: '-createdOn' }, { replace: true });
});

test('a file holds what the list is narrowed to, in the format that was chosen', async () => {
  URL.createObjectURL = () => 'blob:x';
  HTMLAnchorElement.prototype.click = () => undefined;
  url.state = { status: 'Pending', page: '2' };
  open();
  await screen.findByText('Meena Subramaniam');
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'As Excel (XLSX)' }));
  await waitFor(() => expect(asked('docrequest/export')).toHaveLength(1));
  expect(asked('docrequest/export')[0]?.url).toMatch(/\?status=Pending&sort=documentDueDate&format=xlsx$/);
});

test('who may not export has no button for it', async () => {
  session.setAuth(aBanker({ businessActions: [] }));
  open();
  await screen.findByText('Meena Subramaniam');
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});

test('a failed list offers another try; an empty one the next step', async () => {
  search = () => ({ status: 503, error: 'Not Available Right Now' });
  open('SD-BNK-005');
  expect(await screen.findByText('Not Available Right Now')).toBeTruthy();
  search = () => ({ data: { content: [], totalElements: 0 } });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No requests yet')).toBeTruthy();
});

test('a damaged record is shown as such, and a list of the newest matches says so', async () => {
  search = () => ({
    data: { content: [aRow(), { txnRefNo: 'N9', isUnreadable: true }], totalElements: 2, newestOnly: true },
  });
  open();
  const row = (await screen.findByText('N9')).closest('tr') as HTMLElement;
  expect(within(row).getByText(/cannot be read/)).toBeTruthy();
  expect(within(row).queryByRole('checkbox')).toBeNull();
  expect(screen.getByText(/newest 5,000 matches/)).toBeTruthy();
});

test('each list has its own filter at first, which can be taken away', async () => {
  open('SD-BNK-002');
  await screen.findByText('Coastal Foods');
  expect(asked('docrequest/search')[0]?.url).toContain('having=pending');
  fireEvent.click(screen.getByRole('button', { name: /Remove.*With/ }));
  expect(url.change).toHaveBeenLastCalledWith(expect.objectContaining({ show: 'all' }), { replace: true });
  cleanup();
  url.state = { show: 'all' };
  open('SD-BNK-002');
  await screen.findByText('Coastal Foods');
  expect(asked('docrequest/search').at(-1)?.url).not.toContain('having=');
  cleanup();
  url.state = {};
  open('SD-BNK-006');
  await screen.findByText('Coastal Foods');
  expect(asked('docrequest/search').at(-1)?.url).toContain('owner=BANKER1');
});

const job = {
  jobId: 'J1',
  total: 64,
  done: 0,
  sent: 0,
  failed: 0,
  state: 'Running' as const,
  startedOn: 'now',
  endedOn: null,
};

test('all that match are sent in the background: progress, closed and opened again, and the result', async () => {
  search = () => ({
    data: { content: [aRow({ allowed: ['send'] }), { ...late, allowed: ['send'] }], totalElements: 64 },
  });
  open('SD-BNK-005');
  await tick('N2611150000011');
  expect(screen.queryByRole('button', { name: 'Select all 64' })).toBeNull();
  await tick('N2');
  fireEvent.click(await screen.findByRole('button', { name: 'Select all 64' }));
  expect(screen.getByText('64 requests selected')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  bulkSent = ({ method }) =>
    method === 'POST' ? { status: 202, data: { record: job } } : { data: { content: [job] } };
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('0 of 64')).toBeTruthy();
  const posted = asked('docrequest/action').find(({ method }) => method === 'POST');
  expect(bodyOf(posted).filter).toEqual({ sort: '-createdOn' });
  act(() => live.progress({ ...job, done: 37, sent: 37 }));
  expect(await screen.findByText('37 of 64')).toBeTruthy();
  const dialog = within(screen.getByRole('dialog', { name: 'Sending requests' }));
  fireEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  fireEvent.click(await screen.findByRole('button', { name: 'Sending: 37 of 64' }));
  const faults = [{ txnRefNo: 'N9', message: 'Not possible now' }];
  const ended = { ...job, done: 64, sent: 63, failed: 1, state: 'Done' as const, endedOn: 'then' };
  bulkSent = () => ({ data: { record: { ...ended, faults } } });
  act(() => live.progress(ended));
  expect(await screen.findByText('63 requests sent')).toBeTruthy();
  expect(screen.getByText('1 request not sent')).toBeTruthy();
  expect(await screen.findByText('Not possible now')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download report' })).toBeTruthy();
});

test('some are sent in the background too, each as it was seen; a running job is shown and cancelled', async () => {
  const row = aRow({ allowed: ['send'] });
  search = () => ({ data: { content: [row, { ...late, allowed: ['send'] }], totalElements: 2 } });
  bulkSent = ({ method }) =>
    method === 'POST'
      ? { data: { record: { ...job, state: 'Cancelling' } } }
      : { data: { content: [{ ...job, done: 5 }] } };
  open('SD-BNK-005');
  fireEvent.click(await screen.findByRole('button', { name: 'Sending: 5 of 64' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel sending' }));
  expect(await screen.findByText('Cancelling…')).toBeTruthy();
  const [cancelled] = asked('/job').filter(({ method }) => method === 'POST');
  expect(bodyOf(cancelled).jobId).toBe('J1');
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await tick('N2611150000011');
  await tick('N2');
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  const error = 'Your requests are still being sent';
  const codes = [{ code: 'bulkSendRunning', message: error, field: null }];
  bulkSent = () => ({ status: 409, error, data: { ErrorCodeDTO: codes } });
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(/Wait until that is done, or cancel it/)).toBeTruthy();
  const posted = asked('docrequest/action').findLast(({ method }) => method === 'POST');
  expect(bodyOf(posted).records).toEqual([
    { txnRefNo: row.txnRefNo, versionNumber: row.versionNumber },
    { txnRefNo: 'N2', versionNumber: late.versionNumber },
  ]);
});
