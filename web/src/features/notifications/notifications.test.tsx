import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NotificationEvent } from '@/lib/live';
import { session } from '@/lib/session';
import { anAuth, aScreen, aToken } from '@/test/auth';
import { type Answer, bodyOf, fakeRoutes } from '@/test/routes';
import { headerOf, knownBases, type Sent } from '@/test/server';
import { NotificationBell } from '.';

const live = vi.hoisted(() => ({ say: (_event?: unknown) => {} }));
vi.mock('@/lib/live', () => ({
  onNotification: (listener: (event?: unknown) => void) => {
    live.say = listener;
    return () => {};
  },
}));
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, ...rest }: { to: string; children: ReactNode }) => <a href={to} {...rest} />,
}));

const rejected: NotificationEvent = {
  notificationId: '7',
  at: '2026-11-15T04:00:00.000Z',
  event: 'DocumentRejected',
  txnRefNo: 'N1',
  customerName: 'Meena',
  documentTitle: 'PAN card',
  actor: 'CHECKER1',
  isRead: false,
};

let sent: Sent[];
let answer: () => Answer;

beforeEach(() => {
  knownBases();
  const overview = aScreen({ screenCode: 'SD-BNK-004', path: '/requestor/overview/:txnRefNo' });
  session.setAuth(anAuth({ screens: [overview] }));
  session.setToken(aToken(Date.now() + 900_000));
  answer = () => ({ data: { content: [rejected], unread: 3 } });
});
afterEach(cleanup);

function open() {
  sent = fakeRoutes({ 'transaction/notification@': () => answer() });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <NotificationBell />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
const bell = (name: string | RegExp) => screen.findByRole('button', { name });
const changes = () => sent.filter((call) => headerOf(call).operation === 'U').map(bodyOf);

test('the bell says how many are unread, and leads to the request', async () => {
  open();
  fireEvent.click(await bell('Notification, 3 unread notifications'));
  const link = await screen.findByRole('link', { name: /Document rejected/ });
  expect(link.getAttribute('href')).toBe('/requestor/overview/N1');
  expect(link.textContent).toContain('PAN card · Meena · N1');
  fireEvent.click(link);
  await waitFor(() => expect(changes()).toEqual([{ notificationId: '7' }]));
  expect(await bell('Notification, 2 unread notifications')).toBeTruthy();
});

test('a document that waits for a review leads to the queue, for those who have it', async () => {
  answer = () => ({ data: { content: [{ ...rejected, event: 'ReviewWaiting' }], unread: 1 } });
  open();
  fireEvent.click(await bell(/1 unread/));
  const link = () => screen.findByRole('link', { name: /Review waiting/ });
  expect((await link()).getAttribute('href')).toBe('/requestor/overview/N1');
  cleanup();
  const queue = aScreen({ screenCode: 'SD-BNK-009', path: '/requestor/review-queue' });
  session.setAuth(anAuth({ screens: [queue] }));
  open();
  fireEvent.click(await bell(/1 unread/));
  expect((await link()).getAttribute('href')).toBe('/requestor/review-queue');
});

test('a paused integration leads to its deliveries, for those who have them', async () => {
  const pause = { ...rejected, event: 'WebhookPaused', txnRefNo: '', customerName: '', documentTitle: 'CRMFEED' };
  answer = () => ({ data: { content: [pause], unread: 1 } });
  const deliveries = aScreen({ screenCode: 'SD-ADM-031', path: '/admin/webhook-deliveries' });
  session.setAuth(anAuth({ screens: [deliveries] }));
  open();
  fireEvent.click(await bell(/1 unread/));
  const link = await screen.findByRole('link', { name: /Integration paused/ });
  expect(link.getAttribute('href')).toBe('/admin/webhook-deliveries');
  expect(link.textContent).toContain('CRMFEED');
});

test('all can be marked as read at once', async () => {
  open();
  fireEvent.click(await bell(/3 unread/));
  fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(changes()).toEqual([{ all: true }]));
  expect(await bell('Notification')).toBeTruthy();
});

test('a new one rings by itself, once', async () => {
  open();
  await bell(/3 unread/);
  act(() => live.say({ ...rejected, notificationId: '8' }));
  act(() => live.say({ ...rejected, notificationId: '8' }));
  expect(await bell(/4 unread/)).toBeTruthy();
});

test('after a broken line the server is asked again', async () => {
  open();
  await bell(/3 unread/);
  answer = () => ({ data: { content: [rejected], unread: 9 } });
  act(() => live.say(undefined));
  expect(await bell(/9 unread/)).toBeTruthy();
});

test('a mark that the server would not take is taken back', async () => {
  open();
  fireEvent.click(await bell(/3 unread/));
  const button = await screen.findByRole('button', { name: 'Mark all as read' });
  const reading = answer;
  answer = () => ({ status: 503, error: 'x' });
  fireEvent.click(button);
  answer = reading;
  await waitFor(() => expect(screen.getByText(/, 3 unread/)).toBeTruthy());
});

test('without any the bell is quiet and the list says what comes there', async () => {
  answer = () => ({ data: { content: [], unread: 0 } });
  open();
  fireEvent.click(await bell('Notification'));
  expect(await screen.findByText('No notifications yet')).toBeTruthy();
});
