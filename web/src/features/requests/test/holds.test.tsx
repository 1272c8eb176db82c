import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LegalHold } from '@/generated/requests';
import type { DocRequest } from '@/lib/requests';
import { session } from '@/lib/session';
import { aToken } from '@/test/auth';
import { aBanker, aRequest, aWorkScreen } from '@/test/requests';
import { bodyOf, fakeRoutes } from '@/test/routes';
import { headerOf, knownBases, type Sent } from '@/test/server';
import { show } from '@/test/show';
import RequestOverview from '../page';

vi.setConfig({ testTimeout: 20_000 });
vi.mock('@/lib/url-state', () => ({ useUrlState: () => [{}, vi.fn()] }));
vi.mock('@tanstack/react-router', () => ({
  useBlocker: () => {},
  useNavigate: () => vi.fn(),
  useMatches: () => '/requestor/overview/N2611150000011',
  Link: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
}));
const live = vi.hoisted(() => ({ tell: (_change: unknown) => {} }));
vi.mock('@/lib/live', () => ({
  onRequestChange: (listener: (change: unknown) => void) => {
    live.tell = listener;
    return () => {};
  },
}));

const aHold = (patch: Partial<LegalHold> = {}): LegalHold => ({
  holdId: 'h1',
  txnRefNo: 'N2611150000011',
  customerReference: null,
  reason: 'Court order 12/2026',
  setBy: 'CHECKER2',
  setOn: '2026-11-14T08:00:00.000Z',
  liftedBy: null,
  liftedOn: null,
  ...patch,
});

let sent: Sent[];
let request: DocRequest;

beforeEach(() => {
  knownBases();
  session.setAuth(aBanker());
  session.setToken(aToken(Date.now() + 900_000));
  request = aRequest({ allowed: ['hold'] });
  sent = fakeRoutes({
    definition: () => ({ data: { content: [] } }),
    'docrequest/reminders': () => ({ data: { content: [] } }),
    'transaction/hold': () => ({ data: { record: aHold() } }),
    'docrequest@': () => ({ data: { record: request } }),
  });
});
afterEach(cleanup);

const open = () => show(<RequestOverview screen={aWorkScreen('SD-BNK-004', '/requestor/overview/:txnRefNo')} />);
const holdCalls = () => sent.filter(({ url }) => url.includes('transaction/hold'));

test('a hold is set on the request or on its customer, with a reason', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Legal hold' }));
  const reason = await screen.findByLabelText(/^Reason/);
  fireEvent.submit(reason.closest('form') as HTMLElement);
  await screen.findByText('Please Enter Reason');
  expect(holdCalls()).toHaveLength(0);
  fireEvent.click(screen.getByLabelText(/All requests of this customer \(C-77\)/));
  fireEvent.change(reason, { target: { value: ' Court order ' } });
  fireEvent.submit(reason.closest('form') as HTMLElement);
  await waitFor(() => expect(screen.queryByLabelText(/^Reason/)).toBeNull());
  expect(bodyOf(holdCalls()[0])).toMatchObject({ customerReference: 'C-77', reason: 'Court order' });
  expect(bodyOf(holdCalls()[0])).not.toHaveProperty('txnRefNo');
  expect(headerOf(holdCalls()[0] as Sent)).toMatchObject({ operation: 'S', screenId: 'SD-BNK-004' });
});

test('a hold is shown with its reason and lifted by those who may', async () => {
  request = aRequest({ allowed: ['hold'], legalHolds: [aHold()] });
  open();
  const banner = await screen.findByRole('region', { name: 'Legal hold' });
  expect(banner.textContent).toMatch(/Court order 12\/2026/);
  expect(banner.textContent).toMatch(/CHECKER2/);
  fireEvent.click(screen.getByRole('button', { name: 'Lift hold' }));
  const reason = await screen.findByLabelText(/^Reason/);
  fireEvent.change(reason, { target: { value: 'The case is closed' } });
  request = aRequest({ allowed: ['hold'], legalHolds: [] });
  fireEvent.submit(reason.closest('form') as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Legal hold' })).toBeNull());
  expect(bodyOf(holdCalls()[0])).toMatchObject({ txnRefNo: 'N2611150000011', reason: 'The case is closed' });
  expect(headerOf(holdCalls()[0] as Sent).operation).toBe('D');
});

test('a hold that can only be on the customer says so', async () => {
  request = aRequest({ allowed: ['hold'], legalHolds: [aHold()] });
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Legal hold' }));
  expect(await screen.findByText('All requests of this customer (C-77)')).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('others see the hold without a way to lift it', async () => {
  request = aRequest({ allowed: [], legalHolds: [aHold({ txnRefNo: null, customerReference: 'C-77' })] });
  open();
  await screen.findByText(/No request of this customer is destroyed/);
  expect(screen.queryByRole('button', { name: 'Lift hold' })).toBeNull();
});

test('a hold that a colleague sets or lifts, on the request or its customer, shows on an open page', async () => {
  open();
  await screen.findByRole('button', { name: 'More actions' });
  const banner = () => screen.queryByRole('region', { name: 'Legal hold' });
  for (const target of [{ txnRefNo: 'N2611150000011' }, { customerReference: 'C-77' }]) {
    request = aRequest({ allowed: ['hold'], legalHolds: [aHold()] });
    live.tell(target);
    await waitFor(() => expect(banner()).not.toBeNull());
    request = aRequest({ allowed: ['hold'], legalHolds: [] });
    live.tell(target);
    await waitFor(() => expect(banner()).toBeNull());
  }
});
