import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Providers } from '@/app/providers';
import { question } from '@/lib/feedback';
import type { DocRequest, Remark } from '@/lib/requests';
import { session } from '@/lib/session';
import { anAuth, aToken } from '@/test/auth';
import { aDocument, aFile, aParty, aRequest, aRow, aVersion } from '@/test/doc-requests';
import { type Answer, bodyOf, fakeRoutes } from '@/test/routes';
import { headerOf, knownBases, type Sent } from '@/test/server';
import { fakeUploads, type Upload } from '@/test/uploads';
import { ProviderRequest, ProviderRequests } from '.';

let sent: Sent[];
let uploads: Upload[];
let request: DocRequest;
let remarks: Remark[];
let submitted: () => Answer;
let acted: () => Answer;
let rows: object[];

beforeEach(() => {
  window.history.replaceState(null, '', '/provider/requests/N2611150000427');
  window.scrollTo = () => {};
  knownBases();
  session.setAuth(anAuth({ userId: 'meena@example.com', userType: 'C', userName: 'Meena', screens: [] }));
  session.setToken(aToken(Date.now() + 900_000));
  request = aRequest([aDocument()]);
  remarks = [];
  rows = [];
  submitted = () => ({ data: { record: request } });
  acted = () => ({ data: { record: request } });
  uploads = fakeUploads();
  sent = fakeRoutes({
    'docrequest/search': () => ({ data: { content: rows } }),
    'docrequest/action': () => acted(),
    'document/submit': () => submitted(),
    'document/remark': () => ({ data: { content: remarks } }),
    'document/upload': () => ({}),
    authpartyrelationshipdefinition: () => ({ status: 403, error: 'no' }),
    docrequest: () => ({ data: { record: request } }),
  });
});
afterEach(() => {
  cleanup();
  question.get()?.answer(false);
});

const draw = (page: React.ReactNode) => render(<Providers onExpired={() => undefined}>{page}</Providers>);
const open = async () => {
  draw(<ProviderRequest txnRefNo={request.txnRefNo} />);
  await screen.findByRole('heading', { level: 2, name: /Documents|Being checked|Done/ });
};
const callsTo = (resource: string, operation?: string) =>
  sent.filter(
    (call) => call.url.includes(`/${resource}@`) && (!operation || headerOf(call).operation === operation),
  );
const choose = (documentNo: number, ...files: File[]) => {
  const input = document.querySelector(`input[name=files-${documentNo}]`) as HTMLInputElement;
  fireEvent.change(input, { target: { files } });
};
const pdf = (name: string) => new File(['%PDF'], name, { type: 'application/pdf' });
const stored = (fileName: string, fileId = fileName) => ({
  status: 'S',
  data: { record: aFile({ fileName, fileId }), ErrorCodeDTO: [] },
});
const upload = async (at: number) => {
  await waitFor(() => expect(uploads.length).toBeGreaterThan(at));
  return uploads[at] as Upload;
};

test('requests stand by whose turn it is, what is due first on top', async () => {
  rows = [
    aRow({ txnRefNo: 'LATER', documentDueDate: '2031-12-31' }),
    aRow({ txnRefNo: 'SOON', documentDueDate: '2031-01-31', documentsRejected: 2 }),
    aRow({ txnRefNo: 'THEIRS', nextAction: 'review', transactionStatus: 'Waiting' }),
    aRow({ txnRefNo: 'OVER', nextAction: 'none', transactionStatus: 'Expired', expiresOn: '2026-01-02' }),
  ];
  draw(<ProviderRequests />);
  await screen.findByRole('heading', { name: 'Waiting for you' });
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['SOON', 'LATER', 'THEIRS', 'OVER'].map((name) => `/provider/requests/${name}`));
  expect(screen.getByText('2 documents were sent back')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'With Northgate Bank' })).toBeTruthy();
  expect(screen.getByText(/^Expired on 2 January/)).toBeTruthy();
  expect(headerOf(callsTo('docrequest/search')[0] as Sent)).toMatchObject({
    service: 'customer',
    module: 'CUS',
  });
});

test('a list that cannot be loaded can be tried again', async () => {
  fakeRoutes({ 'docrequest/search': () => ({ status: 503, error: 'Not Available Right Now' }) });
  draw(<ProviderRequests />);
  expect(await screen.findByText('Not Available Right Now')).toBeTruthy();
  fakeRoutes({ 'docrequest/search': () => ({ data: { content: [aRow()] } }) });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Home loan · Purchase')).toBeTruthy();
});

test('says what is asked, why and by when, and what a file may be', async () => {
  request = aRequest([aDocument({ instructions: 'Both sides, please.' })]);
  request.parties[0] = {
    ...(request.parties[0] as DocRequest['parties'][0]),
    requestRemarks: 'For your loan.',
  };
  await open();
  expect(screen.getByText('Northgate Bank needs 1 document from you by 4 December 2031.')).toBeTruthy();
  expect(screen.getByText('For your loan.')).toBeTruthy();
  expect(screen.getByText('Both sides, please.')).toBeTruthy();
  expect(screen.getByText('PDF, JPG or PNG · up to 10 MB each · at most 2 files')).toBeTruthy();
});

test('a file shows how far it is, is staged, and goes in with Submit', async () => {
  await open();
  choose(1, pdf('pan.pdf'));
  const way = await upload(0);
  expect(way.url).toContain('txnRefNo=N2611150000427&documentNo=1&fileName=pan.pdf');
  way.progress(2);
  await waitFor(() =>
    expect(screen.getByRole('progressbar', { name: 'Uploading pan.pdf' }).getAttribute('aria-valuenow')).toBe(
      '50',
    ),
  );
  expect(screen.getByRole('button', { name: 'Submit' }).hasAttribute('disabled')).toBe(true);
  way.answer(200, stored('pan.pdf'));
  expect(await screen.findByText('pan.pdf is uploaded and ready to submit.')).toBeTruthy();
  request = aRequest([aDocument({ status: 'Uploaded', versions: [aVersion()], allowed: ['remark'] })]);
  fireEvent.click(screen.getByRole('button', { name: 'Submit 1 of 1' }));
  expect(await screen.findByText('Thank you. 1 document was sent to Northgate Bank.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Being checked by Northgate Bank' })).toBeTruthy();
  expect(bodyOf(callsTo('document/submit')[0])).toEqual({
    txnRefNo: 'N2611150000427',
    documents: [1],
    remarks: [],
  });
});

test('a refused file says why in its place and can be tried again', async () => {
  await open();
  choose(1, pdf('pan.pdf'));
  (await upload(0)).answer(422, {
    status: 'F',
    error: 'Invalid Document',
    data: { ErrorCodeDTO: [{ code: 'EnTxn0055', message: 'Invalid Document' }] },
  });
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid Document');
  fireEvent.click(screen.getByRole('button', { name: 'Try pan.pdf again' }));
  (await upload(1)).answer(200, stored('pan.pdf'));
  expect(await screen.findByRole('button', { name: 'Remove pan.pdf' })).toBeTruthy();
  expect(uploads[1]?.headers['Idempotency-Key']).toBe(uploads[0]?.headers['Idempotency-Key']);
});

test('what cannot pass is not even sent', async () => {
  await open();
  choose(1, new File(['x'], 'pan.exe'), new File([], 'empty.pdf'));
  expect(await screen.findByText('Unsuported Format!')).toBeTruthy();
  expect(screen.getByText('This file is empty. Please choose another one.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try pan.exe again' })).toBeNull();
  expect(uploads.length).toBe(0);
});

test('an upload can be cancelled', async () => {
  await open();
  choose(1, pdf('pan.pdf'));
  const way = await upload(0);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the upload of pan.pdf' }));
  expect(way.wasAborted).toBe(true);
  await waitFor(() => expect(screen.queryByText('pan.pdf')).toBeNull());
});

test('no more files than the document takes', async () => {
  await open();
  choose(1, pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'));
  expect(await screen.findByText(/At most 2 files can be sent/)).toBeTruthy();
  (await upload(0)).answer(200, stored('a.pdf'));
  (await upload(1)).answer(200, stored('b.pdf'));
  expect(await screen.findByText(/2 files are the most that can be sent/)).toBeTruthy();
  expect(document.querySelector('input[name=files-1]')).toBeNull();
});

test('a staged file is removed after a question', async () => {
  request = aRequest([aDocument({ staged: [aFile()] })]);
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Remove pan.pdf' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove the document “pan.pdf”?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove pan.pdf' })).toBeNull());
  expect(bodyOf(callsTo('document/upload', 'D')[0])).toEqual({
    txnRefNo: 'N2611150000427',
    documentNo: 1,
    fileId: 'f1',
  });
});

test('with neither document nor remark the server’s words stand at the button', async () => {
  const message = 'Upload Any Documents or Update Remarks to Submit!';
  submitted = () => ({
    status: 422,
    error: message,
    data: { ErrorCodeDTO: [{ code: 'UploadAnyDocumentORemarks', message }] },
  });
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect((await screen.findByRole('alert')).textContent).toBe(message);
});

test('remarks on a document and on the whole go with Submit, and outlive leaving the page', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Add a remark' }));
  fireEvent.change(screen.getByLabelText('Remark on PAN card'), { target: { value: 'It is new.' } });
  cleanup();
  await open();
  expect((screen.getByLabelText('Remark on PAN card') as HTMLTextAreaElement).value).toBe('It is new.');
  fireEvent.change(screen.getByLabelText('Write to Northgate Bank'), { target: { value: 'Hello' } });
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Your remark was sent to Northgate Bank.')).toBeTruthy();
  expect(bodyOf(callsTo('document/submit')[0])).toEqual({
    txnRefNo: 'N2611150000427',
    documents: [],
    remark: 'Hello',
    remarks: [{ documentNo: 1, text: 'It is new.' }],
  });
  expect((screen.getByLabelText('Write to Northgate Bank') as HTMLTextAreaElement).value).toBe('');
});

test('what was sent back says why, and how to send it again', async () => {
  const rejected = aDocument({
    status: 'Rejected',
    reasonCode: 'UNREADABLE',
    reasonRemark: 'The number is cut off.',
    versions: [aVersion()],
  });
  request = aRequest([aDocument({ documentNo: 2, documentTitle: 'Passport' }), rejected]);
  await open();
  expect(screen.getByText('The document cannot be read')).toBeTruthy();
  expect(screen.getByText('The number is cut off.')).toBeTruthy();
  expect(screen.getByText(/Please send it again/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download pan.pdf' })).toBeTruthy();
});

test('what is being checked needs no files, but takes a better copy', async () => {
  request = aRequest([
    aDocument({ status: 'Uploaded', versions: [aVersion()], allowed: ['upload', 'submit', 'remark'] }),
  ]);
  await open();
  expect(screen.queryByRole('button', { name: /^Submit/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /PAN card/, expanded: false }));
  expect(document.querySelector('input[type=file]')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Send a better copy' }));
  choose(1, pdf('better.pdf'));
  (await upload(0)).answer(200, stored('better.pdf'));
  expect(await screen.findByRole('button', { name: 'Submit 1 of 1' })).toBeTruthy();
});

test('a party says with a reason that a document is not needed', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'I do not need to send this' }));
  fireEvent.click(screen.getByRole('button', { name: 'Send reason' }));
  expect(screen.getByText('Please Enter Reason')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Why is PAN card not needed/), {
    target: { value: 'I have none' },
  });
  const claim = { by: 'meena@example.com', reason: 'I have none', on: '2026-11-12T10:20:00.000Z' };
  request = aRequest([aDocument({ claim, allowed: ['remark'] })]);
  fireEvent.click(screen.getByRole('button', { name: 'Send reason' }));
  expect(await screen.findByText(/has not answered yet/)).toBeTruthy();
  expect(bodyOf(callsTo('docrequest/action')[0])).toEqual({
    action: 'claim',
    txnRefNo: 'N2611150000427',
    documentNo: 1,
    reason: 'I have none',
  });
});

test('who may only upload does not get Submit, and sends a remark by itself', async () => {
  request = aRequest([aDocument({ allowed: ['upload', 'remark'] })]);
  await open();
  expect(screen.queryByRole('button', { name: /^Submit/ })).toBeNull();
  expect(screen.getByText('What you upload is submitted by the person you act for.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Write to Northgate Bank'), { target: { value: 'Done' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send remark' }));
  await waitFor(() => expect(callsTo('document/remark', 'S').length).toBe(1));
  expect(bodyOf(callsTo('document/remark', 'S')[0])).toEqual({
    txnRefNo: 'N2611150000427',
    documentNo: 0,
    text: 'Done',
  });
});

test('who may only look is told so and gets no way to send', async () => {
  request = aRequest([aDocument({ allowed: [] })]);
  await open();
  expect(screen.getByText(/others send the documents/)).toBeTruthy();
  expect(document.querySelector('input[type=file]')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Submit/ })).toBeNull();
});

test('a party names somebody to act for him', async () => {
  request = aRequest([aDocument()], { allowed: ['addparty'] });
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Name a person' }));
  fireEvent.click(screen.getByRole('button', { name: 'Allow' }));
  expect(screen.getByText('Please Enter First Name')).toBeTruthy();
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
  type('First Name', 'Ravi');
  type('Last Name', 'Krishnan');
  type('Mobile Number', '12');
  fireEvent.change(screen.getByLabelText('What they may do'), { target: { value: '2' } });
  acted = () => ({
    status: 422,
    error: 'x',
    data: {
      ErrorCodeDTO: [{ code: 'x', message: 'Please Enter Valid Mobile Number', field: 'party.mobileNumber' }],
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Allow' }));
  expect(await screen.findByText('Please Enter Valid Mobile Number')).toBeTruthy();
  type('Mobile Number', '+919841000009');
  const ravi = aParty({
    partySeqNo: 2,
    firstName: 'Ravi',
    authPartySeqNo: 1,
    authLevel: 2,
    emailAddress: null,
    mobileNumber: '+919841000009',
  });
  acted = () => ({ data: { record: { ...request, parties: [...request.parties, ravi] } } });
  fireEvent.click(screen.getByRole('button', { name: 'Allow' }));
  expect(await screen.findByText('Ravi Krishnan')).toBeTruthy();
  expect(screen.getByText('See and upload')).toBeTruthy();
  expect(bodyOf(callsTo('docrequest/action').at(-1))).toMatchObject({
    action: 'addparty',
    party: {
      firstName: 'Ravi',
      authPartySeqNo: 1,
      authLevel: 2,
      smsNotification: true,
      emailNotification: false,
    },
  });
});

test('documents of another are named after their owner', async () => {
  const ravi = aParty({
    partySeqNo: 2,
    emailAddress: 'ravi@example.com',
    mobileNumber: null,
    firstName: 'Ravi',
    documents: [aDocument()],
  });
  request = aRequest([], { parties: [ravi, aParty({ partySeqNo: 3, authPartySeqNo: 2, authLevel: 3 })] });
  await open();
  expect(
    screen.getByRole('heading', { level: 2, name: /^Documents needed\s*· Ravi Krishnan$/ }),
  ).toBeTruthy();
});

test.each([
  ['Accepted', 'approve', 'Northgate Bank has approved this request'],
  ['Rejected', 'decline', 'Northgate Bank has declined this request'],
  ['Rejected', 'cancel', 'Northgate Bank has cancelled this request'],
  ['Expired', 'expire', 'This request expired on 24 December 2031'],
] as const)('a request that is %s by %s is told plainly', async (transactionStatus, latestAction, words) => {
  const closed = {
    transactionStatus,
    latestAction,
    reason: 'The flat was sold.',
    closedOn: '2026-11-14T10:00:00.000Z',
  };
  request = aRequest([aDocument({ status: 'Accepted', allowed: [] })], closed);
  await open();
  expect(screen.getByRole('heading', { level: 2, name: words })).toBeTruthy();
  expect(screen.getByText('The flat was sold.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Submit/ })).toBeNull();
});

test('what the other side wrote stands with its document', async () => {
  remarks = [
    {
      remarkId: '1',
      documentNo: 1,
      by: 'B',
      byName: 'Anand',
      bySide: 'staff',
      at: '2026-11-12T10:20:00.000Z',
      text: 'A copy will do.',
    },
  ];
  await open();
  const card = document.querySelector('[data-document="1"]') as HTMLElement;
  expect(await within(card).findByText('A copy will do.')).toBeTruthy();
});

test('coming back to the page shows what happened meanwhile', async () => {
  await open();
  request = aRequest([aDocument({ status: 'Accepted', allowed: [] })], { transactionStatus: 'Accepted' });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText('Northgate Bank has approved this request')).toBeTruthy();
});
