import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FeedbackHost } from '@/components/feedback';
// Preloaded: on a busy machine the import may take longer than a test waits.
import '@/components/feedback/dialogs';
import { popup } from '@/lib/feedback';
import { session } from '@/lib/session';
import { anAuth, aToken } from '@/test/auth';
import { type Answer, bodyOf, fakeRoutes } from '@/test/routes';
import { headerOf, knownBases, type Sent } from '@/test/server';
import { Sessions } from '.';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0.0.0 Safari/537.36';
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1';
const aSession = (patch: object) => ({
  createdOn: '2026-11-15T06:00:00Z',
  refreshedOn: '2026-11-15T06:30:00Z',
  endsOn: '2026-11-15T14:00:00Z',
  ipAddress: '203.0.113.7',
  device: windows,
  tenantCode: 'RETAIL',
  branchCode: 'BR101',
  current: false,
  ...patch,
});
const old = aSession({ sessionId: 's1', device: phone });
const here = aSession({ sessionId: 's2', current: true });

let sent: Sent[];
let open: object[];
let ending: () => Answer;
const onEnded = vi.fn();

beforeEach(async () => {
  session.setAuth(anAuth());
  session.setToken(aToken(Date.now() + 900_000));
  knownBases();
  popup.set(null);
  onEnded.mockClear();
  open = [old, here];
  ending = () => ({});
  sent = fakeRoutes({ session: (call) => (headerOf(call).operation === 'D' ? ending() : { data: { content: open } }) });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Sessions onEnded={onEnded} />
      </QueryClientProvider>
      <FeedbackHost onExpired={() => undefined} />
    </MantineProvider>,
  );
  await screen.findByText('Safari 18 on iOS 18');
});
afterEach(cleanup);

const rows = () => screen.getAllByRole('listitem');
const end = (row: number) => fireEvent.click(within(rows()[row] as HTMLElement).getByRole('button'));
const answer = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
const ended = () => sent.filter((call) => headerOf(call).operation === 'D').map(bodyOf);

test('the session in use stands first and is named', () => {
  expect(rows()[0]?.textContent).toContain('Chrome 141 on Windows');
  expect(within(rows()[0] as HTMLElement).getByText('This session')).toBeTruthy();
  expect(rows()[1]?.textContent).toContain('203.0.113.7');
});

test('another one is ended after a question, and the list is read again', async () => {
  end(1);
  expect(await screen.findByText('Log out the session on Safari 18 on iOS 18?')).toBeTruthy();
  open = [here];
  await answer('Log out session');
  expect(await screen.findByText('No other active sessions')).toBeTruthy();
  expect(ended()).toEqual([{ sessionId: 's1' }]);
  expect(onEnded).not.toHaveBeenCalled();
});

test('who says no ends nothing', async () => {
  end(1);
  await answer('Cancel');
  expect(ended()).toEqual([]);
});

test('ending the session in use leads out', async () => {
  end(0);
  await answer('Log out');
  await waitFor(() => expect(onEnded).toHaveBeenCalledOnce());
  expect(ended()).toEqual([{ sessionId: 's2' }]);
});

test('all others are ended in one call, and then there is nothing to end', async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Log out all others' }));
  open = [here];
  await answer('Log out all others');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Log out all others' })).toBeNull());
  expect(ended()).toEqual([{ others: true }]);
});

test('what could not be ended is said', async () => {
  ending = () => ({ status: 404, error: 'No Records Found' });
  end(1);
  await answer('Log out session');
  await waitFor(() => expect(popup.get()?.message).toBe('No Records Found'));
});
