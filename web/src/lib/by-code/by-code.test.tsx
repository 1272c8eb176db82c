import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { session } from '@/lib/session';
import { anAuth, aToken } from '@/test/auth';
import { fakeRoutes } from '@/test/routes';
import { knownBases, type Sent } from '@/test/server';
import { useByCode, type Want } from '.';

const place = { area: 'admin', resource: 'branchmaster' } as const;
const wantOf = (code: string): Want => ({ place, key: 'branchCode', code });
let sent: Sent[];

beforeEach(() => {
  knownBases();
  session.setAuth(anAuth());
  session.setToken(aToken(Date.now() + 900_000));
  const near = { branchCode: 'BR7771', branchName: 'Elsewhere' };
  sent = fakeRoutes({
    'branchmaster/options': ({ url }) => ({
      data: { content: url.includes('q=BR777') ? [near, { branchCode: 'BR777', branchName: 'Far down' }] : [] },
    }),
  });
});
afterEach(cleanup);

function Names({ codes }: { codes: string[] }) {
  const found = useByCode(codes.map(wantOf));
  return <p>{found.branchmaster?.map(({ branchName }) => branchName).join(', ') || 'none'}</p>;
}

const show = (codes: string[]) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Names codes={codes} />
    </QueryClientProvider>,
  );

test('a code is asked for by itself, and only its own record is taken', async () => {
  show(['BR777', 'BR888']);
  expect(await screen.findByText('Far down')).toBeTruthy();
  expect(sent.map(({ url }) => new URL(url, 'http://x').searchParams.get('q'))).toEqual(['BR777', 'BR888']);
});

test('nothing is asked where nothing is missing', () => {
  show([]);
  expect(screen.getByText('none')).toBeTruthy();
  expect(sent).toEqual([]);
});
