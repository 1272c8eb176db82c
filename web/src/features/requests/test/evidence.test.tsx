import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DocRequest, Evidence } from '@/lib/requests';
import { session } from '@/lib/session';
import { aToken } from '@/test/auth';
import { aFile } from '@/test/doc-requests';
import { aBanker, aDocument, aParty, aRequest, aVersion, aWorkScreen } from '@/test/requests';
import { fakeRoutes } from '@/test/routes';
import { knownBases } from '@/test/server';
import { show } from '@/test/show';
import TransactionDetails from '../page';

vi.setConfig({ testTimeout: 20_000 });

vi.mock('@/lib/url-state', () => ({ useUrlState: () => [{}, vi.fn()] }));
vi.mock('@tanstack/react-router', () => ({
  useBlocker: () => {},
  useNavigate: () => vi.fn(),
  useMatches: () => '/requestor/transactions/N2611150000011',
  Link: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
}));

const live = vi.hoisted(() => ({ tell: (_change: unknown) => {} }));
vi.mock('@/lib/live', () => ({
  onRequestChange: (listener: (change: unknown) => void) => {
    live.tell = listener;
    return () => {};
  },
}));

const found: Evidence = {
  ruleCode: 'PAN',
  detailNo: 2,
  keywordType: 'MASK',
  isMatched: true,
  found: 'ABCPK1234F',
  fileId: 'f1',
  page: 1,
  box: [0.1, 0.2, 0.3, 0.05],
};
const missing: Evidence = {
  ...found,
  detailNo: 1,
  keywordType: 'ANY',
  isMatched: false,
  found: null,
  fileId: null,
  page: null,
  box: null,
};

let request: DocRequest;
const scrolled = vi.fn();

beforeEach(() => {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => {};
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolled(this.getAttribute('data-mark'));
  };
  scrolled.mockClear();
  knownBases();
  session.setAuth(aBanker());
  session.setToken(aToken(Date.now() + 900_000));
  fakeRoutes({
    definition: () => ({ data: { content: [] } }),
    'document/preview': () => ({ bytes: new ArrayBuffer(8), headers: { 'X-Pages': '1' } }),
    'document/remark': () => ({ data: { content: [] } }),
    'docrequest@': () => ({ data: { record: request } }),
  });
});
afterEach(cleanup);

const versions = [
  aVersion({ versionNo: 1, files: [aFile({ fileId: 'f0', fileName: 'old.pdf' })] }),
  aVersion({ versionNo: 2, files: [aFile({ fileId: 'f1', fileName: 'new.pdf' })] }),
];
const open = (verification: ReturnType<typeof aDocument>['verification']) => {
  request = aRequest({ parties: [aParty({ documents: [aDocument({ versions, verification })] })] });
  show(<TransactionDetails screen={aWorkScreen('SD-BNK-007', '/requestor/transactions/:txnRefNo')} />);
};

test('evidence is highlighted on the page, and choosing it shows the place', async () => {
  open({ verdict: 'Fail', code: 'EnTxn0055', readOn: '2026-11-14T09:00:00.000Z', details: [missing, found] });
  const list = await screen.findByRole('region', { name: 'Automatic check' });
  expect(within(list).getByText('Failed')).toBeTruthy();
  expect(within(list).getByText('Not found')).toBeTruthy();
  const mark = document.querySelector<HTMLElement>('[data-page="1"] [data-mark="2"]');
  expect(mark?.style.left).toBe('10%');
  fireEvent.click(within(list).getByRole('button', { name: 'Found ABCPK1234F, page 1' }));
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith('2'));
  expect(mark?.hasAttribute('data-shown')).toBe(true);
});

test('a document that is being checked shows its verdict when it is there, without a new version of the request', async () => {
  open({ verdict: 'Waiting', code: null, readOn: null, details: [] });
  expect(await screen.findByText('Checking…')).toBeTruthy();
  const [party] = request.parties;
  const document = aDocument({ versions, verification: { verdict: 'Pass', code: 'EnTxn0044', details: [] } });
  request = { ...request, parties: party ? [{ ...party, documents: [document] }] : [] };
  live.tell({ txnRefNo: request.txnRefNo, versionNumber: request.versionNumber });
  expect(await screen.findByText('Passed')).toBeTruthy();
});

test('two versions are shown beside each other', async () => {
  open({ verdict: 'None', code: null, readOn: null, details: [] });
  const compare = await screen.findByRole('button', { name: 'Compare with version 1' });
  expect(screen.queryByRole('region', { name: 'Automatic check' })).toBeNull();
  fireEvent.click(compare);
  expect(screen.getAllByRole('region', { name: 'Version 1: old.pdf' }).length).toBeGreaterThan(0);
  expect(compare.getAttribute('aria-pressed')).toBe('true');
  fireEvent.keyDown(document.documentElement, { key: 'c' });
  expect(screen.queryByRole('region', { name: 'Version 1: old.pdf' })).toBeNull();
});
