import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Action, session } from '@/lib/session';
import { anAuth, aScreen, aToken } from '@/test/auth';
import { type Answer, fakeRoutes } from '@/test/routes';
import { knownBases, type Sent } from '@/test/server';
import WebhookDeliveries from '.';

const url = vi.hoisted(() => ({ state: {} as Record<string, string>, change: vi.fn() }));
vi.mock('@/lib/url-state', () => ({ useUrlState: () => [url.state, url.change] }));

const failed = {
  deliveryId: 'msg_1',
  integrationCode: 'CRMFEED',
  eventType: 'RequestApproved',
  txnRefNo: 'N2611150000128',
  state: 'failed',
  tries: 80,
  status: 500,
  createdOn: '2026-11-15T05:40:25.236Z',
  doneOn: '2026-11-18T05:40:25.236Z',
};
const one = {
  ...failed,
  body: '{"type":"RequestApproved"}',
  headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': null },
  response: 'out of order',
  fault: null,
  sentOn: failed.doneOn,
  nextTryOn: null,
};
let sent: Sent[];
let rows: () => Answer;
let paused: object[];

beforeEach(() => {
  url.state = {};
  url.change.mockClear();
  knownBases();
  session.setAuth(anAuth());
  session.setToken(aToken(Date.now() + 900_000));
  rows = () => ({ data: { content: [failed], record: one, totalElements: 1 } });
  paused = [];
  sent = fakeRoutes({ 'webhookdelivery/paused': () => ({ data: { content: paused } }), webhookdelivery: () => rows() });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

function open(edits = true) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const actions: Action[] = edits ? ['access', 'view', 'edit'] : ['access', 'view'];
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <WebhookDeliveries
          screen={aScreen({ screenCode: 'SD-ADM-031', resource: 'webhookdelivery', kind: 'rich', actions })}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('a delivery is said in words', async () => {
  open();
  const row = (await screen.findByText('CRMFEED')).closest('tr') as HTMLElement;
  for (const word of ['Request approved', 'N2611150000128', 'Failed', '80', '500']) {
    expect(row.textContent).toContain(word);
  }
});

test('the filters in the address are asked for', async () => {
  url.state = { state: 'failed', integrationCode: 'CRMFEED' };
  open();
  await screen.findByText('N2611150000128');
  const asked = sent.map(({ url: address }) => address).find((address) => address.includes('state=failed'));
  expect(asked).toContain('integrationCode=CRMFEED');
});

test('the details show what was sent and answered, and send it again', async () => {
  url.state = { open: 'msg_1' };
  open();
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByText('out of order')).toBeTruthy();
  expect(drawer.getByText(/"type": "RequestApproved"/)).toBeTruthy();
  expect(drawer.getByText('webhook-id: msg_1')).toBeTruthy();
  fireEvent.click(drawer.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(sent.some(({ body }) => body?.includes('resend'))).toBe(true));
});

test('who may only view sends nothing again', async () => {
  url.state = { open: 'msg_1' };
  open(false);
  const drawer = within(await screen.findByRole('dialog'));
  await drawer.findByText('out of order');
  expect(drawer.queryByRole('button', { name: 'Send again' })).toBeNull();
});

test('a paused integration is named and resumed', async () => {
  paused = [{ integrationCode: 'CRMFEED', failingSince: failed.createdOn, pausedOn: failed.doneOn, queued: 3 }];
  open();
  expect(await screen.findByText('CRMFEED is paused')).toBeTruthy();
  expect(screen.getByText(/3 events wait/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Resume' }));
  await waitFor(() => expect(sent.some(({ body }) => body?.includes('resume'))).toBe(true));
});

test('an empty log says when something appears', async () => {
  rows = () => ({ data: { content: [], totalElements: 0 } });
  open();
  expect(await screen.findByText('No deliveries yet')).toBeTruthy();
});
