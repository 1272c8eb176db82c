import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onToast } from '@/lib/feedback';
import { session } from '@/lib/session';
import { anAuth, aScreen, aToken } from '@/test/auth';
import { type Answer, fakeRoutes } from '@/test/routes';
import { knownBases, type Sent } from '@/test/server';
import { LogScreen } from './log-screen';

const url = vi.hoisted(() => ({ state: {} as Record<string, string>, change: vi.fn() }));
vi.mock('@/lib/url-state', () => ({ useUrlState: () => [url.state, url.change] }));
// The calendar is Mantine's; these tests cover the list only.
vi.mock('./list/period-field', () => ({ default: () => <span>period</span> }));

const fields = (...names: string[]) =>
  names.map((name) => ({ name, type: name.endsWith('DateTime') ? 'time' : 'text' }));
const actions = {
  resource: 'useractionlog',
  area: 'sms',
  log: true,
  screens: ['SD-SMS-010'],
  key: [],
  filters: ['userId', 'actionPerformed', 'resource'],
  fields: fields('actionDateTime', 'userId', 'actionPerformed', 'resource', 'recordKey', 'auditMessage'),
};
const logins = {
  resource: 'userlogindetails',
  area: 'sms',
  log: true,
  screens: ['SD-SMS-014', 'SD-SMS-015'],
  key: [],
  filters: ['userId', 'outcome', 'loginBranch', 'ipAddress'],
  fields: [
    ...fields('loginDateTime', 'userId'),
    { name: 'outcome', type: 'text', options: ['success', 'wrongPassword', 'unknownUser'] },
    ...fields('tenantCode', 'ipAddress', 'loggedFromLocation', 'device', 'logoutDateTime'),
  ],
};
const debug = {
  resource: 'userdebuglogs',
  area: 'sms',
  log: true,
  screens: ['SD-SMS-013'],
  key: [],
  exports: false,
  filters: ['userId', 'moduleCode', 'route'],
  fields: [
    ...fields('actionDateTime', 'userId', 'moduleCode', 'route', 'operation', 'status'),
    { name: 'durationMs', type: 'int' },
    ...fields('requestId', 'debugMessage').map((field) => ({ ...field, detail: true })),
  ],
};
const time = '2026-11-15T05:40:25.236Z';
const change = {
  actionDateTime: time,
  userId: 'ADMIN',
  actionPerformed: 'U',
  resource: 'branchmaster',
  recordKey: 'BR101|RETAIL',
  auditMessage: '{"changed":{"city":["Chennai","Madurai"],"status":["Active","InActive"]}}',
};
const watched = {
  actionDateTime: time,
  userId: 'VIEWER',
  moduleCode: 'ADM',
  route: 'admin/industrymaster',
  operation: 'S',
  status: '403',
  durationMs: 1204,
  requestId: 'req-1',
  debugMessage: JSON.stringify({
    refusal: 'notAllowed',
    why: 'the role lacks the action',
    header: { userId: 'VIEWER', authorization: '(hidden)' },
    fields: ['industryCode', 'industryDesc', '(+1)'],
  }),
};
const login = {
  loginDateTime: time,
  userId: 'BANKER1',
  outcome: 'success',
  tenantCode: 'RETAIL',
  ipAddress: '127.0.0.1',
  device: 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36',
  logoutDateTime: null,
};
let sent: Sent[];
let log: () => Answer;

beforeEach(() => {
  url.state = {};
  url.change.mockClear();
  knownBases();
  session.setAuth(anAuth());
  session.setToken(aToken(Date.now() + 900_000));
  log = () => ({ data: { content: [change], totalElements: 1 } });
  sent = fakeRoutes({
    definition: () => ({ data: { content: [actions, logins, debug] } }),
    useractionlog: () => log(),
    userlogindetails: () => log(),
    userdebuglogs: () => ({ data: { content: [watched], totalElements: 1 } }),
  });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

function open(screenCode: string, resource: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <LogScreen screen={aScreen({ screenCode, resource, kind: 'log' })} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
const openActions = () => open('SD-SMS-010', 'useractionlog');
const row = async () => (await screen.findByText('BR101 · RETAIL')).closest('tr') as HTMLElement;

test('an action is said in words: who, what, which record, which fields', async () => {
  openActions();
  await screen.findByText('BR101 · RETAIL');
  const text = (await row()).textContent;
  for (const word of ['ADMIN', 'Changed', 'Branch', 'BR101 · RETAIL', 'City, Status']) {
    expect(text).toContain(word);
  }
  expect(screen.getByText('1–1 of 1')).toBeTruthy();
});

test('what is in the address is asked for', async () => {
  url.state = { page: '3', size: '50', userId: 'ADMIN', from: '2026-11-01' };
  openActions();
  await screen.findByText('BR101 · RETAIL');
  const asked = sent.find(({ url: address }) => address.includes('useractionlog'))?.url ?? '';
  expect(asked).toMatch(/page=2/);
  expect(asked).toMatch(/size=50/);
  expect(asked).toMatch(/userId=ADMIN/);
  expect(asked).toMatch(/from=20/);
});

test('more than ten thousand is said as such, and paged no further', async () => {
  url.state = { page: '400' };
  log = () => ({ data: { content: [change], totalElements: 10_001 } });
  openActions();
  expect(await screen.findByText('9,976–10,000 of 10,000+')).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Next page' }) as HTMLButtonElement).disabled).toBe(true);
});

test('choosing an entry puts it into the address; its details tell old from new', async () => {
  openActions();
  fireEvent.click(await row());
  expect(url.change).toHaveBeenCalledWith({ open: time }, { replace: false });
  cleanup();
  url.state = { open: time };
  openActions();
  const drawer = within(await screen.findByRole('dialog'));
  expect(drawer.getByText('City')).toBeTruthy();
  expect(drawer.getByText('Chennai').tagName).toBe('DEL');
  expect(drawer.getByText('Madurai').tagName).toBe('INS');
  expect(drawer.getByText('Full entry')).toBeTruthy();
});

test('up and down walk through the lines', async () => {
  const second = { ...change, actionDateTime: '2026-11-15T05:40:24.000Z' };
  log = () => ({ data: { content: [change, second], totalElements: 2 } });
  openActions();
  await screen.findAllByText('BR101 · RETAIL');
  const [first, next] = document.querySelectorAll<HTMLElement>('[data-line]');
  first?.focus();
  fireEvent.keyDown(first as HTMLElement, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(next);
});

test('a login shows browser and system, and that it has no end yet', async () => {
  log = () => ({ data: { content: [login], totalElements: 1 } });
  open('SD-SMS-014', 'userlogindetails');
  expect(await screen.findByText('Chrome 141 on Windows')).toBeTruthy();
  expect(screen.getByText('Not logged out')).toBeTruthy();
});

test('a login that failed says how, and is not shown as open', async () => {
  const failed = { ...login, userId: 'BA•••', outcome: 'unknownUser' };
  log = () => ({ data: { content: [failed], totalElements: 1 } });
  open('SD-SMS-014', 'userlogindetails');
  expect((await screen.findByText('BA•••')).closest('tr')?.textContent).toContain('Unknown user ID');
  expect(screen.queryByText('Not logged out')).toBeNull();
});

test('the server says what can be chosen from', async () => {
  log = () => ({ data: { content: [login], totalElements: 1 } });
  open('SD-SMS-014', 'userlogindetails');
  await screen.findByText('Chrome 141 on Windows');
  fireEvent.click(screen.getByPlaceholderText('Outcome'));
  fireEvent.click(await screen.findByRole('option', { name: 'Wrong password' }));
  expect(url.change).toHaveBeenCalledWith({ outcome: 'wrongPassword' }, { replace: true });
});

test('the details of a login have the device in full and how long it lasted', async () => {
  const ended = { ...login, logoutDateTime: '2026-11-15T07:10:25.236Z' };
  log = () => ({ data: { content: [ended], totalElements: 1 } });
  url.state = { open: time };
  open('SD-SMS-015', 'userlogindetails');
  const drawer = within(await screen.findByRole('dialog'));
  expect(drawer.getByText(login.device)).toBeTruthy();
  expect(drawer.getByText('1 h 30 min')).toBeTruthy();
});

test('filters go into the address, from the first page on', async () => {
  url.state = { page: '2' };
  openActions();
  const user = await screen.findByPlaceholderText('User ID');
  fireEvent.change(user, { target: { value: ' BANKER1 ' } });
  fireEvent.keyDown(user, { key: 'Enter' });
  expect(url.change).toHaveBeenCalledWith({ page: undefined, userId: 'BANKER1' }, { replace: true });
});

test('an empty log and an empty answer are different things', async () => {
  log = () => ({ data: { content: [], totalElements: 0 } });
  openActions();
  expect(await screen.findByText('No activity yet')).toBeTruthy();
  cleanup();
  url.state = { userId: 'NOBODY' };
  openActions();
  expect(await screen.findByText('No Records Found')).toBeTruthy();
});

test('a log that cannot be loaded can be tried again', async () => {
  log = () => ({ status: 503, error: 'Not Available Right Now' });
  openActions();
  expect(await screen.findByText('Not Available Right Now')).toBeTruthy();
  log = () => ({ data: { content: [change], totalElements: 1 } });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('BR101 · RETAIL')).toBeTruthy();
});

test('a log the server does not keep says so', async () => {
  open('SD-SMS-011', 'customeractionlog');
  expect(await screen.findByText('This log is not available yet')).toBeTruthy();
  expect(sent.some(({ url: address }) => address.includes('customeractionlog'))).toBe(false);
});

test('the server writes the file, narrowed as the list is', async () => {
  const said: string[] = [];
  const stop = onToast(({ message }) => said.push(message));
  URL.createObjectURL = () => 'blob:x';
  HTMLAnchorElement.prototype.click = () => undefined;
  url.state = { userId: 'ADMIN' };
  openActions();
  await screen.findByText('BR101 · RETAIL');
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(said).toEqual(['Preparing your file…']));
  const asked = sent.map(({ url: address }) => address).filter((address) => address.includes('/export'));
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatch(/useractionlog\/export@.*\?userId=ADMIN$/);
  stop();
});

test('who may not export has no button for it', async () => {
  open('SD-SMS-013', 'userdebuglogs');
  await screen.findByText('admin/industrymaster');
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
});

test('a watched call shows its status and time; its details show names and no values', async () => {
  url.state = { open: time };
  open('SD-SMS-013', 'userdebuglogs');
  const drawer = within(await screen.findByRole('dialog'));
  expect(drawer.getByText('industryCode, industryDesc, (+1)')).toBeTruthy();
  expect(drawer.getByText('the role lacks the action')).toBeTruthy();
  expect(drawer.getByText('Header: authorization')).toBeTruthy();
  expect(drawer.getByText('req-1')).toBeTruthy();
  const table = screen.getByRole('table', { hidden: true });
  expect(table.textContent).toContain('403');
  expect(table.textContent).toContain('1,204');
  expect(table.textContent).not.toContain('req-1');
});

test('a place is said in words', async () => {
  const from = (loggedFromLocation: string | null) => ({ ...login, loggedFromLocation });
  const content = [from('local:Chennai, TN, IN'), from('zone:Buenos Aires'), from(null)];
  log = () => ({ data: { content, totalElements: 3 } });
  open('SD-SMS-014', 'userlogindetails');
  expect(await screen.findByText('Local network (Chennai, TN, IN)')).toBeTruthy();
  expect(screen.getByText("Near Buenos Aires, by the device's time zone")).toBeTruthy();
});
