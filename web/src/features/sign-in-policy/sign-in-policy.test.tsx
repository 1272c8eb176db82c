import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { popup } from '@/lib/feedback';
import { session } from '@/lib/session';
import { anAuth, aToken } from '@/test/auth';
import { type Answer, bodyOf, fakeRoutes } from '@/test/routes';
import { headerOf, knownBases, type Sent } from '@/test/server';
import { SignInPolicy } from '.';

vi.mock('@tanstack/react-router', () => ({ useBlocker: () => {} }));

const policy = { requiredRoles: ['ADMIN'], sensitive: [{ resource: 'usermaster', action: 'delete' }] };
const definition = (resource: string, area: string, log?: boolean) => ({ resource, area, log, fields: [] });

let sent: Sent[];
let save: (call: Sent) => Answer;

beforeEach(async () => {
  session.setAuth(anAuth());
  session.setToken(aToken(Date.now() + 900_000));
  knownBases();
  popup.set(null);
  save = (call) => ({ data: { record: bodyOf(call) } });
  sent = fakeRoutes({
    'secondfactor/policy': (call) => (headerOf(call).operation === 'U' ? save(call) : { data: { record: policy } }),
    'roledefinition/options': () => ({
      data: {
        content: [
          { roleCode: 'ADMIN', roleDesc: 'Administrator' },
          { roleCode: 'BANKER', roleDesc: 'Banker' },
        ],
      },
    }),
    definition: () => ({
      data: {
        content: [
          definition('usermaster', 'sms'),
          definition('branchmaster', 'admin'),
          definition('useractionlog', 'sms', true),
        ],
      },
    }),
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <SignInPolicy />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole('switch', { name: /Banker/ });
  await screen.findByRole('checkbox', { name: 'Delete, Users' });
});
afterEach(cleanup);

const box = (name: string) => screen.getByRole('checkbox', { name }) as HTMLInputElement;
const role = (name: RegExp) => screen.getByRole('switch', { name }) as HTMLInputElement;
const saveChanges = () => fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
const saved = () => sent.filter((call) => headerOf(call).operation === 'U').map(bodyOf);

test('shows what is in force, asked for under the screen of the roles', () => {
  expect(role(/Administrator/).checked).toBe(true);
  expect(role(/Banker/).checked).toBe(false);
  expect(box('Delete, Users').checked).toBe(true);
  expect(box('Add and edit, Users').checked).toBe(false);
  const asked = sent.find(({ url }) => url.includes('secondfactor/policy'));
  expect(headerOf(asked as Sent).screenId).toBe('SD-SMS-005');
});

test('the whole policy is saved in one call, with what was not touched', async () => {
  fireEvent.click(role(/Banker/));
  fireEvent.click(box('Add and edit, Branches'));
  expect(screen.getByText('2 unsaved changes')).toBeTruthy();
  saveChanges();
  await waitFor(() => expect(screen.getByText('No unsaved changes')).toBeTruthy());
  expect(saved()).toHaveLength(1);
  expect(saved()[0]).toMatchObject({
    requiredRoles: ['ADMIN', 'BANKER'],
    sensitive: [
      { resource: 'branchmaster', action: 'edit' },
      { resource: 'usermaster', action: 'delete' },
    ],
  });
  expect(role(/Banker/).checked).toBe(true);
});

test('changes can be given up', () => {
  fireEvent.click(role(/Administrator/));
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(role(/Administrator/).checked).toBe(true);
  expect(saved()).toEqual([]);
});

test('a search narrows the list and forgets no change', () => {
  fireEvent.click(box('Delete, Users'));
  fireEvent.change(screen.getByLabelText('Find data'), { target: { value: 'branch' } });
  expect(screen.queryByRole('checkbox', { name: 'Delete, Users' })).toBeNull();
  expect(box('Delete, Branches')).toBeTruthy();
  expect(screen.getByText('1 unsaved change')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Find data'), { target: { value: 'zzz' } });
  expect(screen.getByText('No Records Found')).toBeTruthy();
});

test('a refused save is said and keeps the changes', async () => {
  save = () => ({ status: 409, error: 'Somebody Else Changed It' });
  fireEvent.click(role(/Banker/));
  saveChanges();
  await waitFor(() => expect(popup.get()?.message).toBe('Somebody Else Changed It'));
  expect(screen.getByText('1 unsaved change')).toBeTruthy();
});
