import { beforeEach, expect, test } from 'vitest';
import { session } from '@/lib/session';
import { anAuth, aToken } from '@/test/auth';
import { fakeServer, knownBases } from '@/test/server';
import { importCsv } from './transfer';

const place = { area: 'admin', resource: 'branchmaster' } as const;

beforeEach(() => {
  session.setAuth(anAuth());
  session.setToken(aToken(Date.now() + 900_000));
  knownBases();
});

test('faulty rows come back as a result', async () => {
  const data = { rows: 1, imported: 0, dryRun: true, faults: [{ line: 2, errors: [] }], moreFaults: 0 };
  const sent = fakeServer({ status: 422, body: { status: 'F', data, error: 'x' } });
  expect(await importCsv(place, 'branchCode\n\n', true)).toEqual(data);
  expect(sent[0]?.url).toMatch(/branchmaster\/import@.+\?dryRun=true$/);
  expect(sent[0]?.headers['Content-Type']).toBe('text/csv');
  expect(sent[0]?.body).toBe('branchCode\n\n');
});
