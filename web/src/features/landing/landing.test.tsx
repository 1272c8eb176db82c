import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Auth, session } from '@/lib/session';
import { anAuth, aScreen, aToken } from '@/test/auth';
import { fakeRoutes } from '@/test/routes';
import { knownBases, type Sent } from '@/test/server';
import { Needs, Setup, Tour } from '.';

vi.mock('@/lib/live', () => ({ onRequestChange: () => () => {} }));
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, search, ...rest }: { to: string; search?: object; children: ReactNode }) => (
    <a href={`${to}${search ? `?${new URLSearchParams(search as Record<string, string>)}` : ''}`} {...rest} />
  ),
}));

const docs = aScreen({ screenCode: 'SD-BNK-002', path: '/requestor/requested-docs', resource: '' });
const messages = aScreen({ screenCode: 'SD-BNK-010', path: '/requestor/message-deliveries', resource: 'delivery' });
const roles = aScreen({ screenCode: 'SD-SMS-004', path: '/sms/role-screen', resource: 'rolescreenmapping' });
const counted: Record<string, number> = {
  'overdue=true': 3,
  'having=resubmission': 0,
  'having=claim': 1_000,
  'purgeWithin=30': 5,
};
let sent: Sent[];
let gaps: object[];

function open(children: ReactNode, auth: Partial<Auth>) {
  session.setAuth(anAuth(auth));
  sent = fakeRoutes({
    'docrequest/search': ({ url }) => {
      const name = Object.keys(counted).find((part) => url.includes(part));
      return { data: { content: [], totalElements: name ? counted[name] : 2 } };
    },
    'delivery@': () => ({ data: { content: [], totalElements: 7 } }),
    'mapping/domain': () => ({ data: { record: { demo: true, baseUrls: {} } } }),
    'app/setup': () => ({ data: { content: gaps } }),
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </MantineProvider>,
  );
}

beforeEach(() => {
  knownBases();
  session.setToken(aToken(Date.now() + 900_000));
  gaps = [];
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

test('a banker sees how many requests need an answer, and each figure opens its list', async () => {
  open(<Needs />, { screens: [docs, messages], businessActions: ['send', 'approve'] });
  const overdue = await screen.findByRole('link', { name: /^3\s*Overdue/ });
  expect(overdue.getAttribute('href')).toBe('/requestor/requested-docs?overdue=true&sort=documentDueDate');
  const claims = await screen.findByRole('link', { name: /^1,000\+\s*Claims/ });
  expect(claims.getAttribute('href')).toBe('/requestor/requested-docs?having=claim&sort=documentDueDate');
  const bounced = await screen.findByRole('link', { name: /^7\s*Bounced/ });
  expect(bounced.getAttribute('href')).toBe('/requestor/message-deliveries?state=bounced');
  const purge = await screen.findByRole('link', { name: /^5\s*Files to be deleted/ });
  expect(purge.getAttribute('href')).toBe(
    `/requestor/requested-docs?purgeWithin=30&owner=${session.auth()?.userId}&sort=documentDueDate`,
  );
  expect(screen.getAllByRole('link')).toHaveLength(6);
  expect(sent.every(({ url }) => url.includes('size=1'))).toBe(true);
});

test('what a role cannot decide is not shown', async () => {
  open(<Needs />, { screens: [docs], businessActions: ['send'] });
  expect(await screen.findAllByRole('link')).toHaveLength(4);
  expect(screen.queryByRole('link', { name: /To decide/ })).toBeNull();
});

test('a viewer is asked for nothing, and asks for nothing', () => {
  open(<Needs />, { screens: [{ ...docs, actions: ['access', 'view'] }], businessActions: ['send'] });
  expect(screen.queryByRole('link')).toBeNull();
  expect(sent).toEqual([]);
});

test('an administrator sees the set-up that is missing on screens of their own', async () => {
  gaps = [
    { gap: 'mailServer', resource: 'emailconfig', count: 1, codes: [] },
    { gap: 'roles', resource: 'rolescreenmapping', count: 7, codes: ['AUDITOR', 'TRAINEE'] },
  ];
  open(<Setup />, { screens: [roles] });
  const link = await screen.findByRole('link', { name: /7 roles without screens.*AUDITOR, TRAINEE, and 5 more/ });
  expect(link.getAttribute('href')).toBe('/sms/role-screen');
  expect(screen.queryByText('No mail server')).toBeNull();
});

test('a clock that is not trusted is shown with both times, and deletions that wait', async () => {
  const clock = { gap: 'clock', resource: 'rolescreenmapping', count: 1, codes: [] };
  const times = { clock: '2027-11-15T06:00:00Z', known: '2026-11-15T06:00:00Z' };
  gaps = [{ ...clock, ...times, cause: 'jump' }];
  open(<Setup />, { screens: [roles] });
  expect(await screen.findByText("The server's clock is not trusted")).toBeTruthy();
  expect(screen.getByText(/It shows 15 Nov 2027.*compared with 15 Nov 2026.*reminders/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  cleanup();
  gaps = [{ ...clock, ...times, cause: 'night' }];
  open(<Setup />, { screens: [roles] });
  expect(await screen.findByText(/Deletions wait until 15 Nov 2026/)).toBeTruthy();
});

test('a complete set-up says so; users without these screens see nothing', async () => {
  open(<Setup />, { screens: [roles] });
  expect(await screen.findByText(/The set-up is complete/)).toBeTruthy();
  cleanup();
  open(<Setup />, { screens: [docs] });
  expect(screen.queryByText(/The set-up is complete/)).toBeNull();
  expect(sent).toEqual([]);
});

test('a newcomer to a demo is shown three steps; closed, they do not come back', async () => {
  open(<Tour />, { screens: [docs], businessActions: ['send'] });
  expect(await screen.findByText('Request documents')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByRole('link', { name: '/demo/mailbox' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  fireEvent.click(screen.getAllByRole('button', { name: 'Close the tour' })[1] as HTMLElement);
  expect(screen.queryByRole('region')).toBeNull();
  cleanup();
  open(<Tour />, {});
  await Promise.resolve();
  expect(screen.queryByText('Request documents')).toBeNull();
});

test('the tour shows each role its own work', async () => {
  open(<Tour />, { screens: [docs], businessActions: ['review'] });
  expect(await screen.findByText('Review what arrived')).toBeTruthy();
  cleanup();
  open(<Tour />, { screens: [roles] });
  expect(await screen.findByText('Look at the set-up')).toBeTruthy();
  cleanup();
  open(<Tour />, { screens: [{ ...docs, actions: ['access', 'view'] }] });
  expect(await screen.findByText('Follow a request')).toBeTruthy();
});
