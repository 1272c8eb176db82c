import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '@/lib/session';
import { anAuth, aScreen, aToken } from '@/test/auth';
import { fakeRoutes } from '@/test/routes';
import { headerOf, knownBases, type Sent } from '@/test/server';
import { useFoundRequests } from './screen-search';

const navigate = vi.hoisted(() => vi.fn());
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => navigate }));

const list = aScreen({ screenCode: 'SD-BNK-005', path: '/requestor/view-requests' });
const overview = aScreen({ screenCode: 'SD-BNK-004', path: '/requestor/overview/:txnRefNo' });
let sent: Sent[];

beforeEach(() => {
  knownBases();
  session.setToken(aToken(Date.now() + 900_000));
  sent = fakeRoutes({
    'docrequest/search': () => ({
      data: { content: [{ txnRefNo: 'N1', customerName: 'Meena', transactionStatus: 'Pending' }] },
    }),
  });
});
afterEach(cleanup);

function Found({ typed }: { typed: string }) {
  return useFoundRequests(typed).map(({ id, label, description, onClick }) => (
    <button key={id} type="button" onClick={onClick as () => void}>
      {`${label}: ${description}`}
    </button>
  ));
}

const show = (typed: string) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Found typed={typed} />
    </QueryClientProvider>,
  );

test('what was typed is looked for among the requests, and leads to them', async () => {
  session.setAuth(anAuth({ screens: [list, overview] }));
  show('98400');
  (await screen.findByText('Meena: N1 · Pending')).click();
  expect(navigate).toHaveBeenCalledWith({ to: '/requestor/overview/N1' });
  expect(headerOf(sent[0] as Sent).screenId).toBe('SD-BNK-005');
  expect(sent[0]?.url).toContain('q=98400');
});

test('Enter works before the server has answered: all matches open in the list', () => {
  session.setAuth(anAuth({ screens: [list, overview] }));
  show(' Mehta ');
  screen.getByText(/^Search requests for “Mehta”/).click();
  expect(navigate).toHaveBeenCalledWith({ to: '/requestor/view-requests', search: { q: 'Mehta' } });
});

test.each([
  ['a letter or two are no question', 'me', [list]],
  ['who has no list of requests asks nothing', 'meena', [overview]],
])('%s', async (_name, typed, screens) => {
  session.setAuth(anAuth({ screens }));
  show(typed);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(sent).toEqual([]);
});
