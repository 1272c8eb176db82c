import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onToast, type Toast } from '@/lib/feedback';
import type { DocRequest } from '@/lib/requests';
import type { QueueItem } from '@/lib/review-queue';
import { session } from '@/lib/session';
import { aToken } from '@/test/auth';
import { aBanker, aDocument, aParty, aRequest, aWorkScreen } from '@/test/requests';
import { type Answer, bodyOf, fakeRoutes } from '@/test/routes';
import { headerOf, knownBases, type Sent } from '@/test/server';
import { show } from '@/test/show';
import ReviewQueue from '../queue';
import { following } from '../queue/queue-review';

vi.setConfig({ testTimeout: 20_000 });

const url = vi.hoisted(() => {
  const listeners = new Set<() => void>();
  const store = {
    state: {} as Record<string, string>,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change: (patch: Record<string, string | number | undefined>) => {
      const entries = Object.entries({ ...store.state, ...patch }).filter(([, value]) => value !== undefined);
      store.state = Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
      for (const listener of listeners) listener();
    },
  };
  return store;
});
vi.mock('@/lib/url-state', async (original) => ({
  ...(await original<object>()),
  useUrlState: () => [useSyncExternalStore(url.subscribe, () => url.state), url.change],
}));
vi.mock('@tanstack/react-router', () => ({
  useBlocker: () => {},
  useNavigate: () => vi.fn(),
  useMatches: () => '/requestor/review-queue',
  Link: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
}));
const live = vi.hoisted(() => new Set<(change: unknown) => void>());
vi.mock('@/lib/live', () => ({
  onRequestChange: (listener: (change: unknown) => void) => {
    live.add(listener);
    return () => live.delete(listener);
  },
}));

const path = '/requestor/review-queue';
const numbers = [1, 2, 3, 4, 5];
const reference = (number: number) => `N261115000001${number}`;

const itemOf = (number: number): QueueItem => ({
  txnRefNo: reference(number),
  documentNo: 1,
  versionNo: 1,
  documentTitle: `Paper ${number}`,
  customerName: `Customer ${number}`,
  partyName: 'Meena',
  branchCode: 'BR101',
  requestCategory: 'HOME',
  level: 1,
  documentDueDate: `2099-01-0${number}`,
  uploadedOn: '2026-11-14T08:00:00.000Z',
});

const requestOf = (number: number, patch: object = {}): DocRequest =>
  aRequest({
    txnRefNo: reference(number),
    customerName: `Customer ${number}`,
    parties: [aParty({ documents: [aDocument({ documentTitle: `Paper ${number}`, ...patch })] })],
  });

let sent: Sent[];
let waiting: number[];
let checked: Partial<QueueItem>[];
let decided: number[];
let review: (number: number, sent: Sent) => Answer | Promise<Answer>;
let toasts: Toast[];
let stop: () => void;

const numberIn = (call: Sent) => Number(String(bodyOf(call)?.txnRefNo ?? /txnRefNo=(\w+)/.exec(call.url)?.[1]).at(-1));
const asked = (resource: string) => sent.filter(({ url }) => url.includes(resource));

beforeEach(() => {
  url.state = {};
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => {};
  knownBases();
  const screens = [aWorkScreen('SD-BNK-009', path)];
  session.setAuth(aBanker({ userId: 'CHECKER1', screens, businessActions: ['review'] }));
  session.setToken(aToken(Date.now() + 900_000));
  [waiting, decided, toasts, checked] = [[...numbers], [], [], []];
  stop = onToast((toast) => toasts.push(toast));
  review = (number) => {
    decided.push(number);
    waiting = waiting.filter((each) => each !== number);
    return {
      data: { record: requestOf(number, { status: 'Waiting', allowed: ['undo'], acceptedLevels: 1 }) },
    };
  };
  sent = fakeRoutes({
    definition: () => ({ data: { content: [] } }),
    'document/queue': () => ({
      data: {
        content: waiting.map((number, at) => ({ ...itemOf(number), ...checked[at] })),
        totalElements: waiting.length,
      },
    }),
    'document/preview': () => ({ bytes: new ArrayBuffer(8), headers: { 'X-Pages': '1' } }),
    'document/review': (call) => review(numberIn(call), call),
    'document/remark': () => ({ data: { content: [] } }),
    'docrequest@': (call) => {
      const number = numberIn(call);
      const isDone = decided.includes(number);
      const record = requestOf(number, isDone ? { status: 'Waiting', allowed: [] } : {});
      return { data: { record: { ...record, versionNumber: record.versionNumber + (isDone ? 1 : 0) } } };
    },
  });
});
afterEach(() => {
  stop();
  cleanup();
});

const open = () => show(<ReviewQueue screen={aWorkScreen('SD-BNK-009', path)} />);
const press = (key: string) => fireEvent.keyDown(document.documentElement, { key });
/** By its text: looking for roles in a whole screen takes seconds on a busy machine. */
const shown = (number: number) => screen.findByText(`Paper ${number}`, { selector: 'h2' });
/** Opens the list and its first document. */
async function start() {
  open();
  await screen.findByText('Paper 1');
  press('n');
  await shown(1);
}

test('a row says how the check went and for how long it waits, and shows the first page of what was checked', async () => {
  const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000).toISOString();
  checked = [
    { verdict: 'Fail', waitingSince: threeDaysAgo, fileId: 'f1' },
    { verdict: 'Waiting', waitingSince: new Date().toISOString(), fileId: 'f2' },
    { verdict: 'None', fileId: null },
  ];
  open();
  const [first, second, third] = await Promise.all(
    ['Paper 1', 'Paper 2', 'Paper 3'].map(async (name) => (await screen.findByText(name)).closest('tr') as HTMLElement),
  );
  expect(first?.textContent).toMatch(/Failed.*3 days/);
  expect(second?.textContent).toMatch(/Checking….*Since today/);
  expect(third?.textContent).not.toMatch(/Failed|Checking/);
  await waitFor(() => expect(first?.querySelector('img')).toBeTruthy());
  expect(asked('document/preview').map(({ url }) => /fileId=(\w+)/.exec(url)?.[1])).toEqual(['f1']);
});

test('five documents in five requests take six keys, and each next one is fetched ahead', async () => {
  open();
  await screen.findByText('Paper 1');
  expect(screen.getByText('5 to review')).toBeTruthy();
  let keys = 0;
  const type = (key: string) => {
    keys += 1;
    press(key);
  };
  type('n');
  for (const number of numbers) {
    await shown(number);
    const next = number + 1;
    if (numbers.includes(next)) {
      await waitFor(() => {
        expect(asked('docrequest@').some((call) => numberIn(call) === next)).toBe(true);
        expect(asked('document/preview').some((call) => numberIn(call) === next)).toBe(true);
      });
    }
    type('a');
  }
  await screen.findByText("You're all caught up", { selector: 'h2' });
  expect(decided).toEqual(numbers);
  expect(keys).toBeLessThanOrEqual(15);
  expect(asked('document/review').every((call) => headerOf(call).screenId === 'SD-BNK-009')).toBe(true);
});

test('N leads to the next document without a decision, and from the last to the first', async () => {
  waiting = [1, 2];
  await start();
  press('n');
  await shown(2);
  press('n');
  await shown(1);
  expect(decided).toEqual([]);
});

test('a document that somebody else has decided is said so, and the next one opens', async () => {
  waiting = [1, 2];
  review = (number) => {
    decided.push(number);
    return { status: 409, error: 'Changed By Someone Else' };
  };
  await start();
  press('a');
  await shown(2);
  expect(toasts.map(({ message }) => message)).toEqual(['Paper 1 was decided by another reviewer in the meantime.']);
});

const refusal: Answer = { status: 409, error: 'Changed By Someone Else' };
/** Holds the answer to a decision back until the test releases it. */
function holdReview() {
  let release = (_answer: Answer) => {};
  review = () =>
    new Promise((resolve) => {
      release = resolve;
    });
  return async (answer: Answer) => {
    await waitFor(() => expect(asked('document/review')).toHaveLength(1));
    await act(async () => release(answer));
  };
}

test('a decision is reported as lost when the page knows of the other one before the answer comes', async () => {
  waiting = [1, 2];
  const answer = holdReview();
  await start();
  press('a');
  await waitFor(() => expect(asked('document/review')).toHaveLength(1));
  decided.push(1);
  waiting = [2];
  const change = { txnRefNo: reference(1), versionNumber: requestOf(1).versionNumber + 1 };
  act(() => {
    for (const listener of live) listener(change);
  });
  // The live refetch has taken the decision away from the page.
  await waitFor(() => expect(screen.queryByText('Accept')).toBeNull());
  expect(toasts).toEqual([]);
  await answer(refusal);
  await shown(2);
  expect(toasts.map(({ message }) => message)).toEqual(['Paper 1 was decided by another reviewer in the meantime.']);
});

test('a lost decision is reported to a reviewer who has gone on, and the shown document stays', async () => {
  waiting = [1, 2, 3];
  const answer = holdReview();
  await start();
  press('a');
  press('n');
  await shown(2);
  press('n');
  await shown(3);
  decided.push(1);
  await answer(refusal);
  await waitFor(() => expect(toasts).toHaveLength(1));
  expect(toasts[0]?.message).toBe('Paper 1 was decided by another reviewer in the meantime.');
  await new Promise((resolve) => setTimeout(resolve, 30));
  await shown(3);
});

test.each([
  ['a request that changed beside the document', refusal, /^Paper 1 was not decided: Someone else changed/],
  ['a refusal', { status: 422, error: 'Not allowed' }, 'Paper 1 was not decided: Not allowed'],
])('%s is reported to a reviewer who has gone on', async (_, failure, text) => {
  waiting = [1, 2];
  const answer = holdReview();
  await start();
  press('a');
  press('n');
  await shown(2);
  await answer(failure);
  await waitFor(() => expect(toasts).toHaveLength(1));
  expect(toasts[0]?.message).toMatch(text);
  await shown(2);
});

test('an acceptance that is answered late does not move a reviewer who has gone on', async () => {
  waiting = [1, 2, 3];
  const answer = holdReview();
  await start();
  press('a');
  press('n');
  await shown(2);
  press('n');
  await shown(3);
  await answer({ data: { record: requestOf(1, { status: 'Waiting', allowed: ['undo'] }) } });
  await waitFor(() => expect(toasts.map(({ message }) => message)).toEqual(['Paper 1 accepted']));
  await new Promise((resolve) => setTimeout(resolve, 30));
  await shown(3);
});

test('a request that changed beside the document stays, and the reviewer looks again', async () => {
  waiting = [1, 2];
  review = () => ({ status: 409, error: 'Changed By Someone Else' });
  await start();
  press('a');
  await waitFor(() => expect(asked('document/review')).toHaveLength(1));
  await screen.findByText(/Someone else changed this request/);
  await shown(1);
  expect(toasts).toEqual([]);
});

test('an acceptance is undone from its toast, or by Z, and the document is back', async () => {
  await start();
  press('a');
  await shown(2);
  expect(toasts[0]).toMatchObject({ message: 'Paper 1 accepted', action: { label: 'Undo' } });
  review = (number) => {
    decided = [];
    waiting = [number, ...waiting];
    return { data: { record: requestOf(number) } };
  };
  act(() => toasts[0]?.action?.run());
  await shown(1);
  const [, undo] = asked('document/review');
  expect(bodyOf(undo)).toEqual({
    txnRefNo: reference(1),
    documentNo: 1,
    versionNo: 1,
    decision: 'undo',
    remark: 'Undone right after the decision',
  });
  expect(toasts[1]?.message).toBe('Decision about Paper 1 undone');
  press('z');
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(asked('document/review')).toHaveLength(2);
});

test('a rejection is undone from its toast while the server allows it', async () => {
  review = (number) => {
    decided.push(number);
    waiting = waiting.filter((each) => each !== number);
    return { data: { record: requestOf(number, { status: 'Rejected', allowed: ['undo'] }) } };
  };
  await start();
  press('r');
  fireEvent.click(await screen.findByRole('radio', { name: 'The document cannot be read' }));
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  await shown(2);
  expect(toasts[0]).toMatchObject({ message: 'Paper 1 rejected', action: { label: 'Undo' } });
  review = (number) => {
    decided = [];
    waiting = [number, ...waiting];
    return { data: { record: requestOf(number) } };
  };
  act(() => toasts[0]?.action?.run());
  await shown(1);
  expect(bodyOf(asked('document/review')[1])).toMatchObject({ documentNo: 1, decision: 'undo' });
});

test('a toast undoes its own acceptance, not the last one', async () => {
  await start();
  press('a');
  await shown(2);
  press('a');
  await shown(3);
  act(() => toasts[0]?.action?.run());
  await shown(1);
  expect(bodyOf(asked('document/review')[2])).toMatchObject({ txnRefNo: reference(1), decision: 'undo' });
});

test('a link to a request opens its first document that waits, or says that none does', async () => {
  url.state = { txn: reference(3) };
  open();
  await shown(3);
  cleanup();
  url.state = { txn: reference(9) };
  waiting = [1];
  open();
  await screen.findByText('Paper 1');
  expect(toasts.at(-1)?.message).toBe(`Nothing in ${reference(9)} waits for your review any more.`);
});

test('filters go to the server, and an unknown level does not', async () => {
  url.state = { branchCode: 'BR101', level: '9' };
  open();
  await screen.findByText('Paper 1');
  const [first] = asked('document/queue');
  expect(first?.url).toContain('branchCode=BR101');
  expect(first?.url).not.toContain('level=');
});

test('the next document is the one after, then the first that is left', () => {
  const items = [1, 2, 3].map(itemOf);
  const after = (number: number, documentNo = 1) =>
    following(items, { txnRefNo: reference(number), documentNo })?.txnRefNo;
  expect(after(1)).toBe(reference(2));
  expect(after(3)).toBe(reference(1));
  expect(after(2, 7)).toBe(reference(3));
  expect(following(items.slice(0, 1), { txnRefNo: reference(1), documentNo: 1 })).toBeUndefined();
});
