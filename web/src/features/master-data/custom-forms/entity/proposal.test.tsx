import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '@/lib/session';
import { anAuth, aToken } from '@/test/auth';
import { branch, field } from '@/test/definitions';
import { bodyOf, fakeRoutes } from '@/test/routes';
import { headerOf, knownBases, type Sent } from '@/test/server';
import { show } from '@/test/show';
import type { Definition } from '../../model/definition';
import { startValues, toBody } from '../../model/record';
import Proposal from './proposal';

const entity: Definition = {
  ...branch,
  resource: 'master',
  key: ['entityCode'],
  fields: [field('verificationLevels', 'int'), field('fourEyes', 'bool', { chosen: true })],
};

let state: string;
let allowed: string[];
let sent: Sent[];
const onDecided = vi.fn(async () => {});

beforeEach(() => {
  state = 'waiting';
  allowed = ['approve', 'decline'];
  onDecided.mockClear();
  knownBases();
  session.setAuth(anAuth());
  session.setToken(aToken(Date.now() + 900_000));
  sent = fakeRoutes({
    'master/proposal': (call) => {
      const changes = [
        { field: 'verificationLevels', old: 2, new: 0 },
        { field: 'fourEyes', old: null, new: false },
      ];
      const one = { proposalId: 'P1', state, changes, proposedBy: 'ADMIN', allowed };
      if (headerOf(call).operation === 'U') state = 'approved';
      return { data: { content: [{ ...one, proposedOn: '2026-11-14T08:00:00.000Z' }], record: one } };
    },
  });
});
afterEach(cleanup);

const decisions = () => sent.filter((call) => headerOf(call).operation === 'U').map(bodyOf);

test('a second administrator reads what waits and approves it', async () => {
  show(<Proposal definition={entity} onDecided={onDecided} />);
  expect(await screen.findByText('Number Of Levels Of Document Verification: 2 → 0')).toBeTruthy();
  expect(screen.getByText('Four-Eyes Principle: by entity type → No')).toBeTruthy();
  expect(screen.getByText(/Proposed by ADMIN/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(onDecided).toHaveBeenCalled());
  expect(decisions()[0]).toMatchObject({ proposalId: 'P1', action: 'approve' });
  await waitFor(() => expect(screen.queryByText(/is waiting for a second administrator/)).toBeNull());
});

test('the person who proposed it may only withdraw it', async () => {
  allowed = ['withdraw'];
  show(<Proposal definition={entity} onDecided={onDecided} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  await waitFor(() => expect(decisions()[0]).toMatchObject({ action: 'withdraw' }));
});

test('a switch that was never set is not set by saving the form', () => {
  const record = { verificationLevels: 2, fourEyes: null };
  const body = toBody(entity, startValues(entity, 'edit', record), record);
  expect(body.fourEyes).toBeNull();
  expect(toBody(entity, startValues(entity, 'edit', { fourEyes: false })).fourEyes).toBe(false);
});
