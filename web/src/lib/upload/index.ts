import { addressOf, learnBases } from '@/lib/api/address';
import { ApiError, failureMessage } from '@/lib/api/errors';
import { refreshToken } from '@/lib/api/token';
import type { Call, Envelope } from '@/lib/api/types';
import { expireSession } from '@/lib/feedback';
import { session } from '@/lib/session';
import { wake } from '@/lib/wake';

/** What an upload waits for before it goes on by itself. */
export type Wait = 'connection' | 'server';

export interface Sending {
  /** The upload on the server, kept by the caller so that a later try goes on where this one stopped. */
  place: { id?: string };
  onProgress(sent: number): void;
  onWait(wait: Wait | undefined): void;
  signal: AbortSignal;
}

/** Pieces grow on a fast connection, and are small again after a failure, which costs at most one of them. */
const smallestPiece = 512 * 1024;
const largestPiece = 8 * 1024 * 1024;
const fastPiece = 1000;
/** A connection that sends a piece more slowly is taken for a dead one: a phone that slept notices nothing. */
const pieceTimeout = 60_000;
/** With the last piece the server checks the whole file. */
const lastTimeout = 300_000;
/** Larger files are not hashed, because they would be read into memory at once. */
const hashedBytes = 64 * 1024 * 1024;
const longestWait = 30_000;
/** A server that is busy for longer is a failure. */
const longestBusy = 120_000;

interface Exchange {
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: Blob;
  onProgress?(sent: number): void;
  timeout?: number;
  signal?: AbortSignal;
}

/** XMLHttpRequest, because fetch reports no upload progress. */
function attempt(
  call: Call,
  { method, headers, body, onProgress, timeout = pieceTimeout, signal }: Exchange,
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open(method, addressOf(call));
    const all = {
      Authorization: `Bearer ${session.token()}`,
      'Accept-Language': session.language(),
      'Tus-Resumable': '1.0.0',
      ...headers,
    };
    for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
    request.timeout = timeout;
    request.upload.onprogress = ({ loaded }) => onProgress?.(loaded);
    request.onload = () => resolve(request);
    request.onerror = () => reject(new ApiError(0, failureMessage(0, undefined)));
    request.ontimeout = request.onerror;
    request.onabort = () => reject(new DOMException('taken back', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    signal?.addEventListener('abort', stop);
    request.send(body);
  });
}

function envelopeOf<T>(request: XMLHttpRequest): Partial<Envelope<T>> {
  try {
    return JSON.parse(request.responseText);
  } catch {
    return {};
  }
}

/** As with every other call, a 401 triggers one refresh and one retry. A refusal throws the server's words. */
async function exchange(call: Call, about: Exchange): Promise<XMLHttpRequest> {
  await learnBases();
  about.signal?.throwIfAborted();
  const token = session.token();
  let request = await attempt(call, about);
  if (request.status === 401) {
    if (await refreshToken(token)) request = await attempt(call, about);
    if (request.status === 401) expireSession();
  }
  const { status, data, error } = envelopeOf(request);
  if (request.status >= 200 && request.status < 300 && status !== 'F') return request;
  const codes = data?.ErrorCodeDTO ?? [];
  const message = failureMessage(request.status, error ?? codes[0]?.message);
  const wait = Number(request.getResponseHeader('Retry-After')) || 0;
  throw new ApiError(request.status, message, codes, data, wait);
}

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** With it the server recognises a file that is chosen again, and refuses one that changed while it was sent. */
async function hashOf(file: Blob): Promise<string | undefined> {
  if (file.size > hashedBytes || !globalThis.crypto?.subtle) return undefined;
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Another try may succeed: no answer, a busy server, or an offset that is not the server's. */
const isPassing = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  ([0, 429, 502, 503, 504].includes(error.status) || error.codes[0]?.code === 'uploadMoved');

/** Uploads a file in pieces and returns the stored record. Shows nothing: the caller reports the result. */
export async function upload<T>(call: Call, file: File, sending: Sending): Promise<T> {
  const { place, signal } = sending;
  const at = (): Call => ({ ...call, operation: 'S', query: { uploadId: place.id } });
  const offsetIn = (request: XMLHttpRequest) => Number(request.getResponseHeader('Upload-Offset')) || 0;

  const begin = async () => {
    const metadata = { ...call.query, fileName: file.name, sha256: await hashOf(file) };
    const pairs = Object.entries(metadata).filter(([, value]) => value !== undefined);
    const headers = {
      'Upload-Length': String(file.size),
      'Upload-Metadata': pairs.map(([name, value]) => `${name} ${base64(String(value))}`).join(),
    };
    const created = await exchange({ ...call, operation: 'S', query: {} }, { method: 'POST', headers, signal });
    place.id = created.getResponseHeader('Location')?.split('uploadId=')[1];
    return offsetIn(created);
  };
  /** The server's offset; an upload that it does not know any more begins anew. */
  const goOn = () =>
    exchange(at(), { method: 'HEAD', signal }).then(offsetIn, (error) => {
      if (!(error instanceof ApiError && error.status === 404)) throw error;
      return begin();
    });
  const send = (offset: number, size: number) =>
    exchange(at(), {
      method: 'PATCH',
      timeout: offset + size < file.size ? pieceTimeout : lastTimeout,
      headers: { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
      body: file.slice(offset, offset + size),
      onProgress: (sent) => sending.onProgress(offset + sent),
      signal,
    });

  /** Since when the server has been busy. */
  let busySince: number | undefined;
  for (let failures = 0; ; ) {
    let size = smallestPiece;
    try {
      let offset = place.id ? await goOn() : await begin();
      for (;;) {
        sending.onProgress(offset);
        const start = Date.now();
        const sent = await send(offset, size);
        if (Date.now() - start < fastPiece) size = Math.min(size * 2, largestPiece);
        sending.onWait(undefined);
        failures = 0;
        busySince = undefined;
        const record = envelopeOf<T>(sent).data?.record;
        if (record) return record;
        offset = offsetIn(sent);
      }
    } catch (error) {
      // A refusal is final. A lost connection is waited for, and so is a busy server, but not for ever.
      if (error instanceof ApiError && !isPassing(error)) place.id = undefined;
      if (!isPassing(error)) throw error;
      const isBusy = error.status !== 0;
      busySince = isBusy ? (busySince ?? Date.now()) : undefined;
      failures += 1;
      const wait = error.retryAfter * 1000 || Math.min(1000 * 2 ** failures, longestWait);
      if (busySince !== undefined && Date.now() + wait > busySince + longestBusy) throw error;
      sending.onWait(isBusy ? 'server' : 'connection');
      await wake(wait, signal);
    }
  }
}

/** Tells the server that an upload is not wanted any more; otherwise it removes it after a day. */
export async function abandonUpload(call: Call, { id }: Sending['place']) {
  if (id) await exchange({ ...call, operation: 'S', query: { uploadId: id } }, { method: 'DELETE' });
}
