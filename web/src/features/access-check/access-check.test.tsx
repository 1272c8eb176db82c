import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { session } from '@/lib/session';
import { startWording } from '@/lib/wording';
import { anAuth, aScreen, aToken } from '@/test/auth';
import { type Answer, fakeRoutes } from '@/test/routes';
import { knownBases, type Sent } from '@/test/server';
import { AccessCheck } from './access-check';
import { bodyOf, readQuestion, writeQuestion } from './question-form';

const url = vi.hoisted(() => ({ state: {} as Record<string, string>, change: vi.fn() }));
vi.mock('@/lib/url-state', () => ({ useUrlState: () => [url.state, url.change] }));
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, ...rest }: { to: string; children: ReactNode }) => <a href={to} {...rest} />,
}));
vi.setConfig({ testTimeout: 20_000 });

const no = {
  userId: 'BANKER1',
  allowed: false,
  decides: 'app',
  roles: ['BANKER'],
  level: 0,
  steps: [
    { step: 'user', passed: true, reason: 'userGood', records: [{ resource: 'usermaster', key: ['BANKER1'] }] },
    {
      step: 'app',
      passed: false,
      reason: 'appNotMapped',
      records: [{ resource: 'roleappmapping', key: ['BANKER', 'ADM'] }],
    },
  ],
};
let sent: Sent[];
let why: () => Answer;

beforeEach(async () => {
  await startWording();
  url.state = {};
  url.change.mockClear();
  knownBases();
  const mapping = aScreen({ screenCode: 'SD-SMS-007', path: '/sms/role-app-mapping', resource: 'roleappmapping' });
  session.setAuth(anAuth({ screens: [mapping] }));
  session.setToken(aToken(Date.now() + 900_000));
  why = () => ({ data: { record: no } });
  sent = fakeRoutes({
    'usermaster/why': () => why(),
    'usermaster/options': () => ({ data: { content: [{ userId: 'BANKER1' }, { userId: 'VIEWER' }] } }),
    'branchmaster/options': () => ({ data: { content: [{ tenantCode: 'RETAIL', branchCode: 'BR101' }] } }),
  });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <AccessCheck />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
const asked = () => sent.filter(({ url: address }) => address.includes('usermaster/why'));

describe('the question in the address', () => {
  test('is read back as it was written', () => {
    const question = readQuestion({ check: 'A', kind: 'business', business: 'review', level: '2' });
    const written = Object.entries(writeQuestion(question)).filter(([, value]) => value !== '');
    expect(readQuestion(Object.fromEntries(written))).toEqual(question);
    expect(bodyOf(question)).toEqual({ userId: 'A', businessAction: 'review', level: 2 });
  });
  test('is incomplete until who and what are chosen, and nonsense is left out', () => {
    expect(bodyOf(readQuestion({ check: 'A' }))).toBeUndefined();
    expect(bodyOf(readQuestion({ screen: 'SD-ADM-001' }))).toBeUndefined();
    expect(bodyOf(readQuestion({ check: 'A', kind: 'branch', place: 'RETAIL' }))).toBeUndefined();
    expect(bodyOf(readQuestion({ check: 'A', screen: 'SD-ADM-001', action: 'fly', kind: 'x' }))).toEqual({
      userId: 'A',
      screenCode: 'SD-ADM-001',
      actionCode: 'view',
    });
  });
  test('has a level only for a review', () => {
    const question = readQuestion({ check: 'A', kind: 'business', business: 'send', level: '2' });
    expect(bodyOf(question)).toEqual({ userId: 'A', businessAction: 'send' });
  });
});

test('nothing is asked before the question is complete', async () => {
  url.state = { check: 'BANKER1' };
  open();
  expect(await screen.findByText('Choose a user and what to check')).toBeTruthy();
  expect(asked()).toEqual([]);
});

test('a no says which step decides and where it would have to be granted', async () => {
  url.state = { check: 'BANKER1', screen: 'SD-ADM-001' };
  open();
  expect(await screen.findByText('BANKER1 cannot do this')).toBeTruthy();
  expect(screen.getByText('Roles: BANKER')).toBeTruthy();
  const step = (await screen.findByText('This step decides')).closest('li') as HTMLElement;
  expect(within(step).getByText('No role with this screen can use its app.')).toBeTruthy();
  const link = within(step).getByRole('link', { name: /BANKER · ADM/ });
  expect(link.getAttribute('href')).toBe('/sms/role-app-mapping');
  expect(JSON.parse(asked()[0]?.body ?? '{}')).toMatchObject({
    userId: 'BANKER1',
    screenCode: 'SD-ADM-001',
    actionCode: 'view',
  });
  expect(decodeURIComponent(asked()[0]?.url ?? '')).toContain('"screenId":"SD-SMS-002"');
});

test('a yes is said as one', async () => {
  why = () => ({ data: { record: { ...no, allowed: true, decides: null, steps: no.steps.slice(0, 1) } } });
  url.state = { check: 'BANKER1', screen: 'SD-BNK-002' };
  open();
  expect(await screen.findByText('BANKER1 can do this')).toBeTruthy();
  expect(screen.queryByText('This step decides')).toBeNull();
});

test('another kind of question goes into the address', async () => {
  url.state = { check: 'BANKER1' };
  open();
  fireEvent.click(await screen.findByText('A branch'));
  expect(url.change).toHaveBeenCalledWith(expect.objectContaining({ check: 'BANKER1', kind: 'branch' }), {
    replace: true,
  });
});

test('the way back to the users takes the question out of the address', async () => {
  url.state = { check: 'BANKER1', screen: 'SD-ADM-001' };
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Users' }));
  expect(url.change).toHaveBeenCalledWith(expect.objectContaining({ check: undefined, screen: undefined }), {
    replace: false,
  });
});

test('a refusal stands where the answer would', async () => {
  why = () => ({ status: 403, error: "You don't have permission to do this" });
  url.state = { check: 'BANKER1', screen: 'SD-ADM-001' };
  open();
  expect(await screen.findByText("You don't have permission to do this")).toBeTruthy();
});
