import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '@/lib/session';
import { aToken } from '@/test/auth';
import { aBanker, aWorkScreen } from '@/test/requests';
import { bodyOf, fakeRoutes, refused } from '@/test/routes';
import { headerOf, knownBases, type Sent } from '@/test/server';
import { show } from '@/test/show';
import Deliveries from '.';
import type { Delivery } from './calls';

vi.setConfig({ testTimeout: 20_000 });
vi.mock('@/lib/url-state', async (original) => ({ ...(await original<object>()), useUrlState: () => [{}, vi.fn()] }));
vi.mock('@tanstack/react-router', () => ({
  useNavigate: () => vi.fn(),
  useMatches: () => '/requestor/message-deliveries',
  Link: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
}));

const path = '/requestor/message-deliveries';
const aDelivery = (number: number, state: Delivery['state']): Delivery => ({
  messageId: `m${number}`,
  txnRefNo: `N261115000001${number}`,
  partySeqNo: 1,
  event: 'RequestCreated',
  channel: 'Email',
  recipient: `person${number}@example.com`,
  state,
  tries: 3,
  answer: state === 'failed' ? '554 not accepted' : null,
  createdOn: '2026-11-14T08:00:00.000Z',
  doneOn: null,
});

let sent: Sent[];
let isRefused: boolean;
const updates = () => sent.filter((call) => headerOf(call).operation === 'U');

beforeEach(() => {
  knownBases();
  isRefused = false;
  const screens = [aWorkScreen('SD-BNK-010', path), aWorkScreen('SD-BNK-004', '/requestor/overview/:txnRefNo')];
  session.setAuth(aBanker({ screens }));
  session.setToken(aToken(Date.now() + 900_000));
  const rows = [aDelivery(1, 'failed'), aDelivery(2, 'queued'), aDelivery(3, 'sent')];
  sent = fakeRoutes({
    'delivery@': (call) =>
      isRefused && headerOf(call).operation === 'U'
        ? refused('recipient', 'Please Enter Valid Email Address')
        : { data: { content: rows, totalElements: rows.length } },
  });
});
afterEach(cleanup);

const open = () => show(<Deliveries screen={aWorkScreen('SD-BNK-010', path)} />);
const menuOf = async (number: number) => {
  const row = (await screen.findByText(`person${number}@example.com`)).closest('tr') as HTMLElement;
  fireEvent.click(row.querySelector('button[aria-haspopup]') as HTMLElement);
};

test('a failed message shows the answer and is sent again to a corrected address', async () => {
  open();
  await screen.findByText('554 not accepted');
  expect(screen.getByText('N2611150000011').getAttribute('href')).toBe('/requestor/overview/N2611150000011');
  await menuOf(1);
  fireEvent.click(await screen.findByText('Correct address and resend'));
  expect(await screen.findByText(/applies to this message only/)).toBeTruthy();
  const field = screen.getByLabelText('Email address');
  fireEvent.change(field, { target: { value: ' right@example.com ' } });
  isRefused = true;
  fireEvent.submit(field.closest('form') as HTMLElement);
  await screen.findByText('Please Enter Valid Email Address');
  isRefused = false;
  fireEvent.submit(field.closest('form') as HTMLElement);
  await waitFor(() => expect(screen.queryByLabelText('Email address')).toBeNull());
  expect(bodyOf(updates()[1])).toMatchObject({
    action: 'resend',
    records: [{ messageId: 'm1' }],
    recipient: 'right@example.com',
  });
  expect(headerOf(updates()[0] as Sent).screenId).toBe('SD-BNK-010');
});

test('of several selected messages each action takes those that allow it', async () => {
  open();
  await screen.findByText('554 not accepted');
  const boxes = screen.getAllByRole('checkbox');
  fireEvent.click(boxes[0] as HTMLElement);
  fireEvent.click(await screen.findByText('Dismiss'));
  await screen.findByText('Dismiss 2 messages?');
  fireEvent.submit(document.querySelector('form') as HTMLElement);
  await waitFor(() => expect(updates()).toHaveLength(1));
  expect(bodyOf(updates()[0])).toMatchObject({
    action: 'dismiss',
    records: [{ messageId: 'm1' }, { messageId: 'm2' }],
  });
});
