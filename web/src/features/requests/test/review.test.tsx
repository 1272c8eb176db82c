import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onToast, showAfter, spinner, type Toast } from '@/lib/feedback';
import type { DocRequest } from '@/lib/requests';
import { session } from '@/lib/session';
import { aToken } from '@/test/auth';
import { aBanker, aDocument, aParty, aRequest, aVersion, aWorkScreen } from '@/test/requests';
import { type Answer, bodyOf, fakeRoutes } from '@/test/routes';
import { knownBases, type Sent } from '@/test/server';
import { show } from '@/test/show';
import { momentOf } from '../details/meetings';
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

const live = vi.hoisted(() => ({ tell: (_change: unknown) => {} }));
vi.mock('@/lib/live', () => ({
  onRequestChange: (listener: (change: unknown) => void) => {
    live.tell = listener;
    return () => {};
  },
}));

let sent: Sent[];
let request: DocRequest;
let reviewed: () => Answer | Promise<Answer>;
let preview: () => Answer;
let find: () => Answer | Promise<Answer>;
const later = aDocument({ documentNo: 7, documentTitle: 'Salary slip', allowed: ['accept'] });

beforeEach(() => {
  url.state = {};
  url.change.mockClear();
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => {};
  knownBases();
  session.setAuth(aBanker());
  session.setToken(aToken(Date.now() + 900_000));
  request = aRequest({ parties: [aParty({ documents: [aDocument(), later] })] });
  reviewed = () => ({ data: { record: request } });
  preview = () => ({ bytes: new ArrayBuffer(8), headers: { 'X-Pages': '3' } });
  find = () => ({ data: { record: request } });
  sent = fakeRoutes({
    definition: () => ({ data: { content: [] } }),
    'document/preview': () => preview(),
    'document/review': () => reviewed(),
    'document/remark': ({ method }) =>
      method === 'GET'
        ? {
            data: {
              content: [
                {
                  remarkId: '1',
                  documentNo: 1,
                  by: 'm',
                  byName: 'Meena',
                  bySide: 'customer',
                  at: '2026-11-14T08:00:00.000Z',
                  text: 'Here it is',
                },
                {
                  remarkId: '2',
                  documentNo: 7,
                  by: 'm',
                  byName: 'Meena',
                  bySide: 'customer',
                  at: '2026-11-14T08:00:00.000Z',
                  text: 'Of October',
                },
              ],
            },
          }
        : { data: { record: {} } },
    'docrequest/timeline': () => ({
      data: {
        content: [
          {
            at: '2026-11-14T09:00:00.000Z',
            actor: 'CHECKER1',
            forUser: 'CHECKER2',
            action: 'reject',
            documentNo: 1,
            documentTitle: 'PAN card',
            detail: {
              reasonCode: 'UNREADABLE',
              remark: 'too dark',
              reason: null,
              more: { toUserId: 'X', documents: ['PAN card'] },
            },
          },
        ],
      },
    }),
    meeting: ({ method }) => (method === 'GET' ? { data: { content: [] } } : { data: { record: {} } }),
    'docrequest@': () => find(),
  });
});
afterEach(cleanup);

const open = () => show(<TransactionDetails screen={aWorkScreen('SD-BNK-007', '/requestor/transactions/:txnRefNo')} />);
const asked = (part: string) => sent.filter((call) => call.url.includes(part));
const press = (key: string) => fireEvent.keyDown(document.documentElement, { key });

test('the first document that waits for the person is shown, page under page, as pictures fetched with the token', async () => {
  open();
  expect(await screen.findByRole('img', { name: 'Page 1 of pan.pdf' })).toBeTruthy();
  expect(await screen.findByRole('img', { name: 'Page 3 of pan.pdf' })).toBeTruthy();
  const [first] = asked('document/preview');
  expect(first?.headers.Authorization).toMatch(/^Bearer /);
  expect(first?.url).toMatch(/\?txnRefNo=N2611150000011&documentNo=1&fileId=f1&page=1&wait=0$/);
  expect(screen.getByText('2 to review')).toBeTruthy();
});

test('a page of a file that is being read is asked for again', async () => {
  let isRead = false;
  const picture = { bytes: new ArrayBuffer(8), headers: { 'X-Pages': '1' } };
  preview = () => (isRead ? picture : { status: 202, bytes: new ArrayBuffer(0) });
  open();
  await waitFor(() => expect(asked('document/preview').length).toBeGreaterThan(1), { timeout: 5_000 });
  expect(screen.queryByRole('img', { name: 'Page 1 of pan.pdf' })).toBeNull();
  isRead = true;
  expect(await screen.findByRole('img', { name: 'Page 1 of pan.pdf' }, { timeout: 5_000 })).toBeTruthy();
});

test('a request that is renewed by itself is not covered by the spinner', async () => {
  open();
  await screen.findByRole('button', { name: 'Accept' });
  await waitFor(() => expect(spinner.get()).toBe(false));
  const before = asked('docrequest@').length;
  const shown: boolean[] = [];
  const stop = spinner.subscribe(() => shown.push(spinner.get()));
  let answer = () => {};
  find = () =>
    new Promise((resolve) => {
      answer = () => resolve({ data: { record: request } });
    });
  live.tell({ txnRefNo: request.txnRefNo, versionNumber: 99 });
  await waitFor(() => expect(asked('docrequest@').length).toBeGreaterThan(before));
  await new Promise((resolve) => setTimeout(resolve, showAfter + 100));
  answer();
  stop();
  expect(shown).not.toContain(true);
});

test('a key accepts, and the next document that waits is shown', async () => {
  open();
  await screen.findByRole('button', { name: 'Accept' });
  reviewed = () => ({
    data: {
      record: {
        ...request,
        parties: [aParty({ documents: [aDocument({ status: 'Accepted', allowed: [] }), later] })],
      },
    },
  });
  press('a');
  await waitFor(() => expect(asked('document/review')).toHaveLength(1));
  expect(bodyOf(asked('document/review')[0])).toEqual({
    txnRefNo: 'N2611150000011',
    versionNumber: 3,
    documentNo: 1,
    versionNo: 1,
    decision: 'accept',
  });
  await waitFor(() => expect(url.change).toHaveBeenCalledWith({ doc: 7, v: undefined, f: undefined }));
});

test('a rejection needs a coded reason, another reason needs words', async () => {
  open();
  await screen.findByRole('button', { name: 'Reject' });
  press('r');
  const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  expect(await screen.findByRole('radio', { name: 'The document cannot be read' })).toBeTruthy();
  submit();
  expect(screen.getByText('Please Select Reason')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Another reason' }));
  submit();
  expect(screen.getByText('Please Enter Remark')).toBeTruthy();
  const remark = screen.getByRole('textbox', { name: /^Remark/ }) as HTMLTextAreaElement;
  expect(remark.maxLength).toBe(1000);
  fireEvent.change(remark, { target: { value: ' not signed ' } });
  submit();
  await waitFor(() => expect(asked('document/review')).toHaveLength(1));
  expect(bodyOf(asked('document/review')[0])).toMatchObject({
    decision: 'reject',
    reasonCode: 'OTHER',
    remark: 'not signed',
  });
});

test('a stale decision is told, the newest is loaded, and what was typed is still there', async () => {
  open();
  await screen.findByRole('button', { name: 'Reject' });
  press('r');
  fireEvent.click(await screen.findByRole('radio', { name: 'The document cannot be read' }));
  fireEvent.change(screen.getByRole('textbox', { name: /^Remark/ }), { target: { value: 'too dark' } });
  reviewed = () => ({ status: 409, error: 'Changed By Someone Else' });
  request = { ...request, versionNumber: 8 };
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  expect(await screen.findByText(/Someone else changed this request/)).toBeTruthy();
  expect((screen.getByRole('textbox', { name: /^Remark/ }) as HTMLTextAreaElement).value).toBe('too dark');
  reviewed = () => ({ data: { record: request } });
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(asked('document/review')).toHaveLength(2));
  expect(bodyOf(asked('document/review')[1])).toMatchObject({ versionNumber: 8, remark: 'too dark' });
});

test('a decision that is refused after the reviewer has gone to another document is reported', async () => {
  const toasts: Toast[] = [];
  const stop = onToast((toast) => toasts.push(toast));
  let refuse = () => {};
  reviewed = () =>
    new Promise((resolve) => {
      refuse = () => resolve({ status: 409, error: 'Changed By Someone Else' });
    });
  url.state = { doc: '1' };
  open();
  await screen.findByRole('button', { name: 'Accept' });
  press('a');
  await waitFor(() => expect(asked('document/review')).toHaveLength(1));
  url.state = { doc: '7' };
  const party = aParty({ documents: [aDocument({ allowed: [] }), later] });
  request = aRequest({ versionNumber: 8, parties: [party] });
  live.tell({ txnRefNo: request.txnRefNo, versionNumber: 8 });
  await screen.findByText('Salary slip', { selector: 'h2' });
  url.change.mockClear();
  refuse();
  const text = /^PAN card was not decided: Someone else changed this request/;
  await waitFor(() => expect(toasts.at(-1)?.message).toMatch(text));
  expect(url.change).not.toHaveBeenCalled();
  stop();
});

test('a picture is fetched again once the check has covered a number on it', async () => {
  open();
  await waitFor(() => expect(asked('document/preview')).not.toHaveLength(0));
  const before = asked('document/preview').length;
  const files = aVersion().files.map((file) => ({ ...file, isMasked: true }));
  const party = aParty({ documents: [aDocument({ versions: [aVersion({ files })] }), later] });
  request = aRequest({ versionNumber: 8, parties: [party] });
  live.tell({ txnRefNo: request.txnRefNo, versionNumber: 8 });
  await screen.findByText('The Aadhaar number is covered.');
  await waitFor(() => expect(asked('document/preview').length).toBeGreaterThan(before));
});

test('a document that is shown only as original says so and offers the original', async () => {
  const files = aVersion().files.map((file) => ({ ...file, isOriginalOnly: true }));
  const hidden = aDocument({ versions: [aVersion({ files })], allowed: ['original'] });
  request = aRequest({ parties: [aParty({ documents: [hidden] })] });
  open();
  await screen.findByText(/shown only as original/);
  expect(screen.getByRole('button', { name: 'Open original' })).toBeTruthy();
});

test('an older version can be looked at but not decided', async () => {
  url.state = { doc: '1', v: '1' };
  const versions = [
    aVersion(),
    aVersion({ versionNo: 2, files: aVersion().files.map((file) => ({ ...file, fileId: 'f2' })) }),
  ];
  request = aRequest({ parties: [aParty({ documents: [aDocument({ versions })] })] });
  open();
  expect(await screen.findByText(/You are looking at version 1/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  press('a');
  expect(asked('document/review')).toHaveLength(0);
});

test('a version that comes in while one looks is told', async () => {
  open();
  await screen.findByRole('button', { name: 'Accept' });
  const versions = [aVersion(), aVersion({ versionNo: 2 })];
  request = { ...request, versionNumber: 4, parties: [aParty({ documents: [aDocument({ versions })] })] };
  live.tell({ txnRefNo: request.txnRefNo, versionNumber: 4 });
  expect(await screen.findByText(/A new version has arrived/)).toBeTruthy();
  press('a');
  await waitFor(() => expect(asked('document/review')).toHaveLength(1));
  expect(bodyOf(asked('document/review')[0])).toMatchObject({ versionNo: 2, versionNumber: 4 });
});

test('whoever decides goes on at the title of what is shown then', async () => {
  open();
  const accept = await screen.findByRole('button', { name: 'Accept' });
  request = aRequest({
    versionNumber: 4,
    parties: [aParty({ documents: [aDocument({ status: 'Accepted', allowed: [] })] })],
  });
  accept.focus();
  fireEvent.click(accept);
  await screen.findByText('This document is complete.');
  const title = screen.getByRole('heading', { level: 2, name: 'PAN card' });
  await waitFor(() => expect(document.activeElement).toBe(title));
});

test('a decision that failed leaves the focus on its button', async () => {
  reviewed = () => ({ status: 503, error: 'Not Available Right Now' });
  open();
  const accept = await screen.findByRole('button', { name: 'Accept' });
  accept.focus();
  fireEvent.click(accept);
  expect(await screen.findByText('Not Available Right Now')).toBeTruthy();
  expect(document.activeElement).toBe(accept);
});

test('who may not decide is told why', async () => {
  request = aRequest({ parties: [aParty({ documents: [aDocument({ allowed: [] })] })] });
  open();
  expect(await screen.findByText(/Waiting for another reviewer/)).toBeTruthy();
});

test('a document has its own thread, and a remark is added to it', async () => {
  open();
  const thread = within(await screen.findByRole('region', { name: 'Remarks' }));
  expect(await thread.findByText('Here it is')).toBeTruthy();
  expect(thread.queryByText('Of October')).toBeNull();
  const line = thread.getByRole('textbox', { name: 'Write a remark' });
  const send = thread.getByRole('button', { name: 'Send remark' });
  fireEvent.click(send);
  expect(thread.getByText('Please Enter Remark')).toBeTruthy();
  fireEvent.change(line, { target: { value: 'Thank you' } });
  send.focus();
  fireEvent.click(send);
  expect(document.activeElement).toBe(line);
  await waitFor(() => expect(asked('document/remark').some(({ method }) => method === 'POST')).toBe(true));
  const posted = asked('document/remark').find(({ method }) => method === 'POST');
  expect(bodyOf(posted)).toEqual({ txnRefNo: 'N2611150000011', documentNo: 1, text: 'Thank you' });
});

test('the whole request has one thread under one heading', async () => {
  url.state = { tab: 'request' };
  open();
  const thread = within(await screen.findByRole('region', { name: 'Remarks on the whole request' }));
  expect(thread.getAllByRole('heading')).toHaveLength(1);
  expect(await thread.findByText('No remarks yet')).toBeTruthy();
});

test('the timeline says what happened, to what, by whom and for whom', async () => {
  url.state = { tab: 'timeline' };
  open();
  expect(await screen.findByText('Document rejected')).toBeTruthy();
  expect(screen.getAllByText('PAN card')).toHaveLength(1);
  expect(screen.getByText('CHECKER1 for CHECKER2')).toBeTruthy();
  expect(screen.getByText('The document cannot be read')).toBeTruthy();
  expect(screen.getByText('“too dark”')).toBeTruthy();
  expect(screen.getByText('To X')).toBeTruthy();
});

test('a meeting is planned at the planner’s own hour', async () => {
  url.state = { tab: 'meetings' };
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Schedule a meeting' }));
  const drawer = within(await screen.findByRole('dialog'));
  const plan = () => fireEvent.click(drawer.getByRole('button', { name: 'Schedule a meeting' }));
  const subject = drawer.getByRole('textbox', { name: /Subject/ });
  await waitFor(() => expect(document.activeElement).toBe(subject));
  drawer.getByRole('button', { name: 'Schedule a meeting' }).focus();
  plan();
  expect(drawer.getByText('Please Enter Subject')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(subject));
  fireEvent.change(subject, { target: { value: 'Signing' } });
  const day = drawer.getByRole('textbox', { name: /Day/ });
  fireEvent.change(day, { target: { value: '5/3/2099' } });
  fireEvent.blur(day);
  plan();
  await waitFor(() => expect(asked('meeting').some(({ method }) => method === 'POST')).toBe(true));
  expect(bodyOf(asked('meeting').find(({ method }) => method === 'POST'))).toEqual({
    txnRefNo: 'N2611150000011',
    subject: 'Signing',
    startsAt: momentOf({ day: '2099-03-05', time: '10:00' }),
    durationMinutes: 30,
    place: null,
    remarks: null,
    parties: [1],
  });
});
