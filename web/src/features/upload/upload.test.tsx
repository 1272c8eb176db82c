import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Providers } from '@/app/start';
import { question } from '@/lib/feedback';
import type { DocRequest } from '@/lib/requests';
import { session } from '@/lib/session';
import { anAuth, aToken } from '@/test/auth';
import { aDocument, aFile, aParty, aRequest, aVersion } from '@/test/doc-requests';
import { bodyOf, fakeRoutes } from '@/test/routes';
import { headerOf, knownBases, type Sent } from '@/test/server';
import { fakeUploads, type Upload } from '@/test/uploads';
import UploadScreen from '.';

const path = '/requestor/transactions/N2611150000427/upload';
let sent: Sent[];
let uploads: Upload[];
let request: DocRequest;

beforeEach(() => {
  window.history.replaceState(null, '', path);
  knownBases();
  session.setAuth(anAuth({ userId: 'BANKER1' }));
  session.setToken(aToken(Date.now() + 900_000));
  const ravi = aParty({ partySeqNo: 2, firstName: 'Ravi', primaryParty: false });
  request = aRequest([], {
    parties: [
      aParty({ documents: [aDocument()] }),
      { ...ravi, documents: [aDocument({ documentNo: 2, documentTitle: 'Salary slip' })] },
    ],
  });
  uploads = fakeUploads();
  sent = fakeRoutes({
    'document/submit': () => ({ data: { record: request } }),
    'document/remark': () => ({ data: { content: [] } }),
    docrequest: () => ({ data: { record: request } }),
  });
});
afterEach(() => {
  cleanup();
  question.get()?.answer(false);
});

async function open() {
  const root = createRootRoute();
  const screens = createRoute({ getParentRoute: () => root, path: '$', component: UploadScreen });
  const router = createRouter({
    routeTree: root.addChildren([screens]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  render(
    <Providers onExpired={() => undefined}>
      <RouterProvider router={router as never} />
    </Providers>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Upload Documents' });
}
const card = (documentNo: number) => document.querySelector(`[data-document="${documentNo}"]`) as HTMLElement;
const pdf = (name: string) => new File(['%PDF'], name, { type: 'application/pdf' });

test('a banker hands in documents of every party in one go', async () => {
  await open();
  expect(await screen.findByRole('heading', { level: 2, name: /^Meena Krishnan/ })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2, name: 'Ravi Krishnan' })).toBeTruthy();
  fireEvent.drop(card(1), { dataTransfer: { files: [pdf('pan.pdf')] } });
  fireEvent.drop(card(2), { dataTransfer: { files: [pdf('slip.pdf')] } });
  await waitFor(() => expect(uploads.length).toBe(2));
  expect(uploads[0]?.url).toContain('/api/banker/v1/docz/banking/transaction/document/upload@');
  for (const [at, name] of ['pan.pdf', 'slip.pdf'].entries()) {
    uploads[at]?.answer(200, { status: 'S', data: { record: aFile({ fileId: name, fileName: name }) } });
  }
  fireEvent.click(await screen.findByRole('button', { name: 'Submit 2 of 2' }));
  expect(await screen.findByText('2 documents were submitted.')).toBeTruthy();
  const submitted = sent.find(({ url }) => url.includes('document/submit'));
  expect(bodyOf(submitted)).toMatchObject({ documents: [1, 2] });
  expect(headerOf(submitted as Sent)).toMatchObject({ operation: 'U', module: 'BNK', service: 'banker' });
});

test('a file dropped on a closed document opens it', async () => {
  const closed = aDocument({ documentNo: 3, documentTitle: 'Passport' });
  request = aRequest([aDocument(), closed]);
  await open();
  const head = await screen.findByRole('button', { name: /Passport/, expanded: false });
  fireEvent.drop(card(3), { dataTransfer: { files: [pdf('pass.pdf')] } });
  expect(await within(card(3)).findByText('pass.pdf')).toBeTruthy();
  expect(head.getAttribute('aria-expanded')).toBe('true');
});

test('a banker is told that the request changed meanwhile, and sees the newest', async () => {
  const [meena] = request.parties;
  request = {
    ...request,
    parties: [{ ...(meena as DocRequest['parties'][0]), documents: [aDocument({ staged: [aFile()] })] }],
  };
  await open();
  const submit = await screen.findByRole('button', { name: 'Submit 1 of 1' });
  fakeRoutes({
    'document/submit': () => ({ status: 409, error: 'Changed By Someone Else' }),
    'document/remark': () => ({ data: { content: [] } }),
    docrequest: () => ({ data: { record: aRequest([aDocument({ status: 'Accepted', allowed: [] })]) } }),
  });
  fireEvent.click(submit);
  expect(await screen.findByText(/has changed, so nothing was submitted/)).toBeTruthy();
  expect(screen.getByText('No documents to upload')).toBeTruthy();
});

test('a document that is in takes no files', async () => {
  request = aRequest([aDocument({ status: 'Accepted', versions: [aVersion()], allowed: [] })]);
  await open();
  expect(await screen.findByText('No documents to upload')).toBeTruthy();
  fireEvent.drop(card(1), { dataTransfer: { files: [pdf('pan.pdf')] } });
  expect(uploads.length).toBe(0);
  expect(screen.queryByRole('button', { name: /^Submit/ })).toBeNull();
});

test('the way back leads to the request, and asks before a remark is lost', async () => {
  await open();
  const back = screen.getByRole('link', { name: 'Back to the request' });
  expect(back.getAttribute('href')).toBe('/requestor/transactions/N2611150000427');
  fireEvent.change(await screen.findByLabelText('Remark on the whole request'), {
    target: { value: 'By post' },
  });
  fireEvent.click(back);
  expect(await screen.findByRole('dialog', { name: 'Discard changes?' })).toBeTruthy();
});
