import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { DocRequest } from '@/lib/requests';
import { type Auth, session } from '@/lib/session';
import { aDocument, aFile, aRequest, aVersion } from '@/test/doc-requests';
import { callsTo, choose, open, pdf, setStage, stage, stored, upload } from '@/test/portal-stage';
import { bodyOf } from '@/test/routes';

setStage();

test('says what is asked, why and by when, and what a file may be', async () => {
  stage.request = aRequest([aDocument({ instructions: 'Both sides, please.' })]);
  stage.request.parties[0] = {
    ...(stage.request.parties[0] as DocRequest['parties'][0]),
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
  expect(way.declared).toMatchObject({
    txnRefNo: 'N2611150000427',
    documentNo: '1',
    fileName: 'pan.pdf',
  });
  way.progress(2);
  await waitFor(() =>
    expect(screen.getByRole('progressbar', { name: 'Uploading pan.pdf' }).getAttribute('aria-valuenow')).toBe('50'),
  );
  expect(screen.getByRole('button', { name: 'Submit' }).hasAttribute('disabled')).toBe(true);
  way.answer(200, stored('pan.pdf'));
  expect(await screen.findByText('pan.pdf is uploaded and ready to submit.')).toBeTruthy();
  stage.request = aRequest([aDocument({ status: 'Uploaded', versions: [aVersion()], allowed: ['remark'] })]);
  fireEvent.click(screen.getByRole('button', { name: 'Submit 1 of 1' }));
  expect(await screen.findByText('Thank you. 1 document was sent to Northgate Bank.')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Received' })).toBeTruthy();
  expect(screen.getByText('You can close this page.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Back to the request' }));
  expect(screen.getByRole('heading', { name: 'Being checked by Northgate Bank' })).toBeTruthy();
  expect(screen.getByText("We're checking it")).toBeTruthy();
  expect(bodyOf(callsTo('document/submit')[0])).toEqual({
    txnRefNo: 'N2611150000427',
    documents: [1],
    remarks: [],
  });
});

const three = () =>
  aRequest(
    ['PAN card', 'Passport', 'Payslip'].map((documentTitle, at) =>
      aDocument({ documentNo: at + 1, documentTitle, maxFiles: 1 }),
    ),
  );
const isOpen = (title: string) =>
  screen.getByRole('button', { name: new RegExp(`^${title}`) }).getAttribute('aria-expanded') === 'true';

test('a document that receives a file opens the next one, and the last one leads to Submit', async () => {
  stage.request = three();
  await open();
  expect(['PAN card', 'Passport', 'Payslip'].map(isOpen)).toEqual([true, false, false]);
  choose(1, pdf('a.pdf'));
  await waitFor(() => expect(isOpen('Passport')).toBe(true));
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Passport'));
  expect(isOpen('Payslip')).toBe(false);
  choose(2, pdf('b.pdf'));
  choose(3, pdf('c.pdf'));
  for (const [at, name] of ['a.pdf', 'b.pdf', 'c.pdf'].entries()) (await upload(at)).answer(200, stored(name));
  expect(await screen.findByRole('button', { name: 'Submit 3 of 3' })).toBeTruthy();
});

test('the receipt says what is still needed', async () => {
  stage.request = aRequest([aDocument({ staged: [aFile()] }), aDocument({ documentNo: 2, documentTitle: 'Passport' })]);
  await open();
  const [first, second] = (stage.request.parties[0] as DocRequest['parties'][0]).documents;
  stage.request = aRequest([
    { ...(first as NonNullable<typeof first>), staged: [], status: 'Uploaded', versions: [aVersion()] },
    second as NonNullable<typeof second>,
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Submit 1 of 2' }));
  expect(await screen.findByText('Still needed by 4 December 2031')).toBeTruthy();
  expect(screen.queryByText('You can close this page.')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Send the rest' }));
  expect(isOpen('Passport')).toBe(true);
});

test('a file whose connection was cut goes on by itself when it returns', async () => {
  await open();
  choose(1, pdf('b.pdf'));
  (await upload(0)).cut();
  expect(await screen.findByText(/No connection. The upload goes on by itself/)).toBeTruthy();
  window.dispatchEvent(new Event('online'));
  (await upload(1)).answer(200, stored('b.pdf'));
  expect(await screen.findByRole('button', { name: 'Remove b.pdf' })).toBeTruthy();
});

test('a paused file stays after Submit and continues later', async () => {
  stage.request = aRequest([aDocument({ staged: [aFile()] }), aDocument({ documentNo: 2, documentTitle: 'Passport' })]);
  await open();
  choose(2, pdf('b.pdf'));
  const way = await upload(0);
  fireEvent.click(await screen.findByRole('button', { name: 'Pause b.pdf' }));
  expect(way.wasAborted).toBe(true);
  expect(await screen.findByText(/Paused/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Submit 1 of 2' }));
  fireEvent.click(await screen.findByRole('button', { name: /Send the rest|Back to the request/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Continue b.pdf' }));
  const rest = await upload(1);
  expect(rest.url).toBe(way.url);
  rest.answer(200, stored('b.pdf'));
  expect(await screen.findByRole('button', { name: 'Remove b.pdf' })).toBeTruthy();
});

test('what the entity says to all its customers stands with the request', async () => {
  session.setAuth({ ...(session.auth() as Auth), remarksMessage: 'We never ask for your PIN.' });
  await open();
  expect(screen.getByText('We never ask for your PIN.')).toBeTruthy();
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
});

test('what cannot pass is not even sent', async () => {
  await open();
  choose(1, new File(['x'], 'pan.exe'), new File([], 'empty.pdf'));
  expect(await screen.findByText('Unsuported Format!')).toBeTruthy();
  expect(screen.getByText('This file is empty. Please choose another one.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try pan.exe again' })).toBeNull();
  expect(stage.uploads.length).toBe(0);
});

test('what only the server can know is said at the document', async () => {
  await open();
  choose(1, pdf('locked.pdf'));
  const message = 'This document was sent before.';
  const data = { ErrorCodeDTO: [{ code: 'notKnownHere', message, field: 'file' }] };
  (await upload(0)).answer(422, { status: 'F', data, error: message });
  const place = within(document.querySelector('[data-document="1"]') as HTMLElement);
  expect(await place.findByText(message)).toBeTruthy();
});

test('a PDF with a password and a HEIC photo say what to do before they are sent', async () => {
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => undefined;
  vi.stubGlobal(
    'Image',
    class {
      onerror?: () => void;
      set src(_: string) {
        queueMicrotask(() => this.onerror?.());
      }
    },
  );
  await open();
  choose(1, new File(['%PDF-1.7 trailer << /Encrypt 8 0 R >>'], 'locked.pdf'), new File(['heic'], 'IMG_1.HEIC'));
  const place = within(document.querySelector('[data-document="1"]') as HTMLElement);
  expect(await place.findByText(/protected with a password/)).toBeTruthy();
  expect(await place.findByText(/cannot open HEIC photos/)).toBeTruthy();
  expect(stage.uploads.length).toBe(0);
  vi.unstubAllGlobals();
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
  expect(await screen.findByText(/You can send at most 2 files/)).toBeTruthy();
  expect(document.querySelector('input[name=files-1]')).toBeNull();
});

test('a staged file is removed after a question', async () => {
  stage.request = aRequest([aDocument({ staged: [aFile()] })]);
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
  stage.submitted = () => ({
    status: 422,
    error: message,
    data: { ErrorCodeDTO: [{ code: 'UploadAnyDocumentORemarks', message }] },
  });
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect((await screen.findByRole('alert')).textContent).toBe(message);
});

test('a request that changed meanwhile is read anew, says so, and keeps what is still wanted', async () => {
  stage.request = aRequest([
    aDocument({ staged: [aFile()] }),
    aDocument({ documentNo: 2, documentTitle: 'Passport', staged: [aFile({ fileId: 'f2' })] }),
  ]);
  await open();
  fireEvent.change(screen.getByLabelText('Write to Northgate Bank'), { target: { value: 'Hello' } });
  stage.submitted = () => ({ status: 409, error: 'Changed By Someone Else' });
  stage.request = aRequest([aDocument({ staged: [aFile()] })]);
  fireEvent.click(screen.getByRole('button', { name: 'Submit 2 of 2' }));
  const said = await screen.findByText(/has changed, so nothing was submitted/);
  expect(said.parentElement).toBe(document.activeElement);
  expect(screen.queryByText('Passport')).toBeNull();
  expect(screen.getByRole('button', { name: 'Remove pan.pdf' })).toBeTruthy();
  expect((screen.getByLabelText('Write to Northgate Bank') as HTMLTextAreaElement).value).toBe('Hello');
  stage.submitted = () => ({ data: { record: stage.request } });
  fireEvent.click(screen.getByRole('button', { name: 'Submit 1 of 1' }));
  await waitFor(() => expect(callsTo('document/submit')).toHaveLength(2));
  expect(bodyOf(callsTo('document/submit')[1])).toMatchObject({ documents: [1], remark: 'Hello' });
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
  stage.request = aRequest([aDocument({ documentNo: 2, documentTitle: 'Passport' }), rejected]);
  await open();
  expect(screen.getByText('The document cannot be read')).toBeTruthy();
  expect(screen.getByText('The number is cut off.')).toBeTruthy();
  expect(screen.getByText(/Please upload it again/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download pan.pdf' })).toBeTruthy();
});

test('what is being checked needs no files, but takes a better copy', async () => {
  stage.request = aRequest([
    aDocument({ status: 'Uploaded', versions: [aVersion()], allowed: ['upload', 'submit', 'remark'] }),
  ]);
  await open();
  expect(screen.queryByRole('button', { name: /^Submit/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /PAN card/, expanded: false }));
  expect(document.querySelector('input[name^=files]')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Send a better copy' }));
  choose(1, pdf('better.pdf'));
  (await upload(0)).answer(200, stored('better.pdf'));
  expect(await screen.findByRole('button', { name: 'Submit 1 of 1' })).toBeTruthy();
});
