import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '@/lib/session';
import { anAuth, aToken } from '@/test/auth';
import { fakeServer, headerOf, knownBases } from '@/test/server';
import { fakeUploads, type Upload } from '@/test/uploads';
import { type Sending, upload, type Wait } from '.';

const call = { area: 'transaction', resource: 'document/upload', query: { txnRefNo: 'N1', documentNo: 2 } } as const;
const piece = 512 * 1024;
const small = new File(['abc'], 'பான்.pdf', { type: 'application/pdf' });
const large = new File([new Uint8Array(piece + 10)], 'large.pdf');
const done = { status: 'S', data: { record: { fileId: 'f1' } } };
let uploads: Upload[];

function start(file: File, given: Partial<Sending> = {}) {
  const told = { sent: [] as number[], waits: [] as (Wait | undefined)[] };
  const control = new AbortController();
  const sending: Sending = {
    place: {},
    onProgress: (sent) => told.sent.push(sent),
    onWait: (wait) => told.waits.push(wait),
    signal: control.signal,
    ...given,
  };
  const result = upload<{ fileId: string }>(call, file, sending);
  result.catch(() => undefined);
  return { result, told, control, place: sending.place };
}

/** The piece on its way, once it has started. */
const sending = (at = 0) =>
  vi.waitFor(() => {
    expect(uploads.length).toBeGreaterThan(at);
    return uploads[at] as Upload;
  });

beforeEach(() => {
  window.history.replaceState(null, '', '/provider/requests/N1');
  knownBases();
  session.setAuth(anAuth({ userType: 'C' }));
  session.setToken(aToken(Date.now() + 900_000));
  uploads = fakeUploads();
  // Only pages of a secure origin have it.
  vi.stubGlobal('crypto', { subtle: { digest: async () => new Uint8Array(32).fill(10).buffer } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a file is declared, sent under the customer’s service, and the record comes back', async () => {
  const { result, told } = start(small);
  const { url, headers, body, declared, progress, answer } = await sending();
  progress(2);
  answer(200, done);
  expect(await result).toEqual({ fileId: 'f1' });
  expect(url).toContain('/api/customer/v1/docz/banking/transaction/document/upload@');
  expect(url).toContain('?uploadId=u1');
  expect(headerOf({ url, method: '', headers, body: undefined })).toMatchObject({ operation: 'S' });
  expect(headers).toMatchObject({
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': '0',
    'Content-Type': 'application/offset+octet-stream',
  });
  expect(body.size).toBe(3);
  expect(declared).toMatchObject({ txnRefNo: 'N1', documentNo: '2', fileName: 'பான்.pdf' });
  expect(declared.sha256).toBe('0a'.repeat(32));
  expect(told.sent).toEqual([0, 2]);
});

test('a large file goes out in pieces', async () => {
  const { result, told } = start(large);
  (await sending()).answer(204);
  const last = await sending(1);
  expect([last.headers['Upload-Offset'], last.body.size]).toEqual([String(piece), 10]);
  last.progress(5);
  last.answer(200, done);
  await result;
  expect(told.sent).toEqual([0, piece, piece + 5]);
});

test('pieces grow while the connection is fast', async () => {
  const { result } = start(new File([new Uint8Array(4 * piece)], 'large.pdf'));
  for (const at of [0, 1]) (await sending(at)).answer(204);
  (await sending(2)).answer(200, done);
  await result;
  expect(uploads.map(({ body }) => body.size / piece)).toEqual([1, 2, 1]);
});

test('a cut connection is waited for, and the upload goes on where it stopped', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { result, told } = start(large);
  (await sending()).answer(204);
  (await sending(1)).cut();
  await vi.waitFor(() => expect(told.waits).toEqual([undefined, 'connection']));
  window.dispatchEvent(new Event('online'));
  const again = await sending(2);
  expect(again.headers['Upload-Offset']).toBe(String(piece));
  again.cut();
  await vi.advanceTimersByTimeAsync(5000);
  (await sending(3)).answer(200, done);
  expect(await result).toEqual({ fileId: 'f1' });
  expect(told.waits.at(-1)).toBeUndefined();
});

test('a paused upload continues later from its place', async () => {
  const first = start(large);
  (await sending()).answer(204);
  await sending(1);
  first.control.abort();
  await expect(first.result).rejects.toMatchObject({ name: 'AbortError' });
  expect(uploads[1]?.wasAborted).toBe(true);
  const second = start(large, { place: first.place });
  const rest = await sending(2);
  expect(rest.headers['Upload-Offset']).toBe(String(piece));
  rest.answer(200, done);
  expect(await second.result).toEqual({ fileId: 'f1' });
});

test('what is refused says why in the server’s words, and a retry begins anew', async () => {
  const { result, place } = start(small);
  (await sending()).answer(415, { status: 'F', error: 'Unsuported Format!', data: {} });
  await expect(result).rejects.toMatchObject({ status: 415, message: 'Unsuported Format!' });
  expect(place.id).toBeUndefined();
});

const busy = { status: 'F', error: 'Busy', data: {} };

test('a busy server is waited for as long as it says, and the upload goes on by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { result, told } = start(small);
  for (const [at, status] of [503, 429, 503].entries()) {
    (await sending(at)).answer(status, busy, { 'Retry-After': '5' });
    await vi.waitFor(() => expect(told.waits).toHaveLength(at + 1));
    await vi.advanceTimersByTimeAsync(4000);
    expect(uploads).toHaveLength(at + 1);
    await vi.advanceTimersByTimeAsync(1500);
  }
  (await sending(3)).answer(200, done);
  expect(await result).toEqual({ fileId: 'f1' });
  expect(told.waits).toEqual(['server', 'server', 'server', undefined]);
});

test('a server that stays busy for two minutes is a failure that keeps the place', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { result, place } = start(small);
  const begun = Date.now();
  for (let at = 0; at < 4; at += 1) {
    (await sending(at)).answer(503, busy, { 'Retry-After': '35' });
    await vi.advanceTimersByTimeAsync(36_000);
  }
  await expect(result).rejects.toMatchObject({ status: 503, message: 'Busy' });
  expect(Date.now() - begun).toBeGreaterThan(100_000);
  expect(place.id).toBe('u1');
});

test('an old token is renewed once and the piece sent again', async () => {
  fakeServer({ token: aToken(Date.now() + 1_800_000) });
  const { result } = start(small);
  (await sending()).answer(401);
  (await sending(1)).answer(200, done);
  expect(await result).toEqual({ fileId: 'f1' });
});
