import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { session } from '@/lib/session';
import { anAuth, aToken } from '@/test/auth';
import { branch, field } from '@/test/definitions';
import { bodyOf, fakeRoutes } from '@/test/routes';
import { headerOf, knownBases, type Sent } from '@/test/server';
import { show } from '@/test/show';
import Proposals from '.';

const mapping = {
  ...branch,
  area: 'sms',
  resource: 'userrolemapping',
  key: ['userId', 'roleCode'],
  label: 'roleCode',
  fields: [field('userId', 'code', { key: true }), field('roleCode', 'code', { key: true })],
};
const hooks = {
  ...branch,
  resource: 'integrationmaster',
  key: ['integrationCode'],
  label: 'integrationCode',
  fields: [field('integrationCode', 'code', { key: true }), field('endpointUrl', 'url')],
};
const asked = { proposedBy: 'ADMIN2', proposedOn: '2026-11-14T08:00:00.000Z', state: 'waiting' };
const grant = {
  ...asked,
  proposalId: 'P1',
  resource: 'userrolemapping',
  operation: 'S',
  key: { userId: 'VIEWER', roleCode: 'ADMIN' },
  changes: [
    { field: 'userId', old: null, new: 'VIEWER' },
    { field: 'roleCode', old: null, new: 'ADMIN' },
  ],
  allowed: ['approve', 'decline'],
};
const endpoint = {
  ...asked,
  proposalId: 'P2',
  resource: 'integrationmaster',
  operation: 'U',
  key: { integrationCode: 'CRM' },
  changes: [
    { field: 'endpointUrl', old: 'https://a.example', new: 'https://b.example' },
    { field: 'signingSecret', isSecret: true },
  ],
  allowed: ['withdraw'],
};

let content: object[];
let sent: Sent[];

beforeEach(() => {
  content = [grant, endpoint];
  knownBases();
  session.setAuth(anAuth());
  session.setToken(aToken(Date.now() + 900_000));
  sent = fakeRoutes({
    definition: () => ({ data: { content: [mapping, hooks] } }),
    'master/proposal': (call) => {
      if (headerOf(call).operation === 'U') content = [];
      return { data: { content, record: grant } };
    },
  });
});
afterEach(cleanup);

const decisions = () => sent.filter((call) => headerOf(call).operation === 'U').map(bodyOf);

test('all that waits is listed, with what changes and who proposed it', async () => {
  show(<Proposals />);
  expect(await screen.findByText('2 changes are waiting')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'New: User Role: VIEWER · ADMIN' })).toBeTruthy();
  expect(screen.getByText(/https:\/\/a.example/).textContent).toContain('https://b.example');
  expect(screen.getByText('new secret (not shown)')).toBeTruthy();
  expect(screen.getAllByText(/Proposed by ADMIN2/)).toHaveLength(2);
});

test('a decision is confirmed, and a decline may have a reason', async () => {
  show(<Proposals />);
  fireEvent.click(await screen.findByRole('button', { name: 'Decline' }));
  fireEvent.change(await screen.findByLabelText('Reason (optional)'), { target: { value: 'Not agreed' } });
  expect(decisions()).toEqual([]);
  const buttons = screen.getAllByRole('button', { name: 'Decline' });
  fireEvent.click(buttons[buttons.length - 1] as HTMLElement);
  await waitFor(() =>
    expect(decisions()).toEqual([
      expect.objectContaining({ proposalId: 'P1', action: 'decline', remarks: 'Not agreed' }),
    ]),
  );
  expect(await screen.findByText('Nothing is waiting')).toBeTruthy();
});
