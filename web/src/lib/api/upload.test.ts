import { beforeEach, expect, test } from 'vitest';
import { session } from '@/lib/session';
import { anAuth, aToken } from '@/test/auth';
import { fakeServer, headerOf, knownBases } from '@/test/server';
import { fakeUploads, type Upload } from '@/test/uploads';
import { ApiError } from './errors';
import { upload } from './upload';

const call = { area: 'transaction', resource: 'document/upload', query: { txnRefNo: 'N1' } } as const;
const file = new File(['abc'], 'pan.pdf', { type: 'application/pdf' });
const control = () => new AbortController();
const start = (signal = control().signal, onProgress: (sent: number) => void = () => {}) =>
  upload<{ fileId: string }>(call, file, { key: 'k1', onProgress, signal });
let uploads: Upload[];

/** The running upload, once it has started. */
async function sending(at = 0): Promise<Upload> {
  for (let turn = 0; turn < 50 && !uploads[at]; turn += 1) await Promise.resolve();
  return uploads[at] as Upload;
}

beforeEach(() => {
  window.history.replaceState(null, '', '/provider/requests/N1');
  knownBases();
  session.setAuth(anAuth({ userType: 'C' }));
  session.setToken(aToken(Date.now() + 900_000));
  uploads = fakeUploads();
});

test('the bytes go out as they are, under the customer’s service, and the record comes back', async () => {
  const told: number[] = [];
  const done = start(control().signal, (sent) => told.push(sent));
  const { url, headers, body, progress, answer } = await sending();
  progress(2);
  answer(200, { status: 'S', data: { record: { fileId: 'f1' } } });
  expect(await done).toEqual({ fileId: 'f1' });
  expect(url).toContain('/api/customer/v1/docz/banking/transaction/document/upload@');
  expect(url).toContain('?txnRefNo=N1');
  expect(headerOf({ url, method: '', headers, body: undefined })).toMatchObject({ operation: 'S' });
  expect(headers).toMatchObject({ 'Content-Type': 'application/pdf', 'Idempotency-Key': 'k1' });
  expect(body).toBe(file);
  expect(told).toEqual([2]);
});

test('what is refused says why in the server’s words', async () => {
  const done = start();
  (await sending()).answer(415, { status: 'F', error: 'Unsuported Format!', data: {} });
  await expect(done).rejects.toMatchObject({ status: 415, message: 'Unsuported Format!' });
});

test('a cut connection is a network issue', async () => {
  const done = start();
  (await sending()).cut();
  await expect(done).rejects.toMatchObject({ status: 0, message: 'Network Issue!' });
  await expect(done).rejects.toBeInstanceOf(ApiError);
});

test('an old token is renewed once and the file sent again', async () => {
  fakeServer({ token: aToken(Date.now() + 1_800_000) });
  const done = start();
  (await sending()).answer(401);
  await new Promise((resolve) => setTimeout(resolve, 20));
  (await sending(1)).answer(200, { status: 'S', data: { record: { fileId: 'f2' } } });
  expect(await done).toEqual({ fileId: 'f2' });
  expect(uploads[1]?.headers['Idempotency-Key']).toBe('k1');
});

test('taking it back ends the sending', async () => {
  const { signal, abort } = (() => {
    const made = control();
    return { signal: made.signal, abort: () => made.abort() };
  })();
  const done = start(signal);
  const made = await sending();
  abort();
  await expect(done).rejects.toMatchObject({ name: 'AbortError' });
  expect(made.wasAborted).toBe(true);
});
