import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DocRequest } from '@/lib/requests';
import { session } from '@/lib/session';
import { aToken } from '@/test/auth';
import { aBanker, aDocument, aParty, aRequest, aWorkScreen } from '@/test/requests';
import { fakeRoutes } from '@/test/routes';
import { knownBases, type Sent } from '@/test/server';
import { show } from '@/test/show';
import TransactionDetails from '../page';

vi.setConfig({ testTimeout: 20_000 });

const change = vi.hoisted(() => vi.fn());
vi.mock('@/lib/url-state', () => ({ useUrlState: () => [{}, change] }));
vi.mock('@tanstack/react-router', () => ({
  useBlocker: () => {},
  useNavigate: () => vi.fn(),
  useMatches: () => '/requestor/transactions/N2611150000011',
  Link: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
}));
vi.mock('@/lib/live', () => ({ onRequestChange: () => () => {} }));

let sent: Sent[];
let request: DocRequest;
const titles = ['PAN card', 'Passport', 'Salary slip'];

/** The first ones are already accepted. */
const withAccepted = (count: number) => {
  const documents = titles.map((documentTitle, at) =>
    at < count
      ? aDocument({ documentNo: at + 1, documentTitle, status: 'Accepted', allowed: [] })
      : aDocument({ documentNo: at + 1, documentTitle }),
  );
  return aRequest({ parties: [aParty({ documents })] });
};

beforeEach(async () => {
  change.mockClear();
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => {};
  knownBases();
  session.setAuth(aBanker());
  session.setToken(aToken(Date.now() + 900_000));
  request = withAccepted(0);
  let accepted = 0;
  sent = fakeRoutes({
    definition: () => ({ data: { content: [] } }),
    'document/preview': () => ({ bytes: new ArrayBuffer(8), headers: { 'X-Pages': '1' } }),
    'document/review': () => {
      accepted += 1;
      return { data: { record: withAccepted(accepted) } };
    },
    'document/remark': () => ({ data: { content: [] } }),
    'docrequest@': () => ({ data: { record: request } }),
  });
  show(<TransactionDetails screen={aWorkScreen('SD-BNK-007', '/requestor/transactions/:txnRefNo')} />);
  await screen.findByRole('button', { name: 'Accept' });
});
afterEach(cleanup);

const decisions = () => sent.filter(({ url }) => url.includes('document/review'));
const press = (key: string, more: KeyboardEventInit = {}, on: Element = document.documentElement) =>
  fireEvent.keyDown(on, { key, ...more });
const shown = (title: string) => screen.findByRole('heading', { level: 2, name: title });

test('a key that is held accepts the paper that is seen, and none after it', async () => {
  press('a');
  press('a', { repeat: true });
  await shown('Passport');
  press('a', { repeat: true });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(decisions()).toHaveLength(1);
  press('a');
  await shown('Salary slip');
  expect(decisions()).toHaveLength(2);
});

test('two presses at once are one decision', async () => {
  act(() => {
    press('a');
    press('a');
  });
  await shown('Passport');
  expect(decisions()).toHaveLength(1);
});

test('no letter decides or leads on while a form is open, wherever the focus is', async () => {
  press('r');
  const remark = await screen.findByRole('textbox', { name: /^Remark/ });
  fireEvent.change(remark, { target: { value: 'half a' } });
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  for (const key of ['a', 'b', 'u', 'j', 'k']) {
    press(key);
    press(key, {}, cancel);
  }
  expect(decisions()).toHaveLength(0);
  expect(change).not.toHaveBeenCalled();
  expect((screen.getByRole('textbox', { name: /^Remark/ }) as HTMLTextAreaElement).value).toBe('half a');
  fireEvent.click(cancel);
  press('a');
  await waitFor(() => expect(decisions()).toHaveLength(1));
});

test('a rejection without a reason leads to the first of them, and leaving it back to its button', async () => {
  press('r');
  const first = await screen.findByRole('radio', { name: 'The document cannot be read' });
  screen.getByRole('textbox', { name: /^Remark/ }).focus();
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  expect(document.activeElement).toBe(first);
  fireEvent.click(screen.getByRole('radio', { name: 'Another reason' }));
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Remark/ }));
  fireEvent.keyDown(first, { key: 'Escape' });
  expect(screen.queryByRole('radio')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reject' }));
});

test('a Latin letter means what it says, another one what lies there', async () => {
  press('q', { code: 'KeyA' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(decisions()).toHaveLength(0);
  press('ஃ', { code: 'KeyA' });
  await waitFor(() => expect(decisions()).toHaveLength(1));
});

test('no letter decides while a line of the thread is half written', async () => {
  const line = await screen.findByRole('textbox', { name: 'Write a remark' });
  fireEvent.change(line, { target: { value: 'The second p' } });
  press('a');
  press('j');
  expect(decisions()).toHaveLength(0);
  expect(change).not.toHaveBeenCalled();
});

/** The rule of the only document failed. */
async function openFailed() {
  cleanup();
  const verification = { verdict: 'Fail', code: 'EnTxn0055' } as const;
  request = aRequest({ parties: [aParty({ documents: [aDocument({ verification })] })] });
  show(<TransactionDetails screen={aWorkScreen('SD-BNK-007', '/requestor/transactions/:txnRefNo')} />);
  await screen.findByRole('button', { name: 'Accept' });
}

test('accepting against a failed check takes a second press', async () => {
  await openFailed();
  press('a');
  await screen.findByText('The check failed. Press Accept again to accept anyway.');
  expect(decisions()).toHaveLength(0);
  press('a');
  await waitFor(() => expect(decisions()).toHaveLength(1));
});

test('starting another decision takes the first press back', async () => {
  await openFailed();
  press('a');
  await screen.findByRole('button', { name: 'Accept anyway' });
  press('r');
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy();
  press('a');
  expect(decisions()).toHaveLength(0);
});

test('a digit chooses the reason of a rejection, but not while a remark is typed', async () => {
  press('r');
  const first = await screen.findByRole('radio', { name: 'The document cannot be read' });
  press('8', {}, first);
  expect((screen.getByRole('radio', { name: 'Another reason' }) as HTMLInputElement).checked).toBe(true);
  press('1', {}, screen.getByRole('textbox', { name: /^Remark/ }));
  expect((first as HTMLInputElement).checked).toBe(false);
});
