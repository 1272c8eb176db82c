import { expireSession } from '@/lib/feedback';
import { session } from '@/lib/session';
import { addressOf, learnBases } from './address';
import { ApiError, failureMessage } from './errors';
import { refreshToken } from './token';
import type { Call, Envelope } from './types';

export interface Sending {
  /** Idempotency key of a file, so that a lost answer does not store it twice. */
  key: string;
  onProgress(sent: number): void;
  signal: AbortSignal;
}

/** XMLHttpRequest, because fetch reports no upload progress. */
function post(call: Call, file: Blob, { key, onProgress, signal }: Sending): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open('POST', addressOf(call));
    request.setRequestHeader('Authorization', `Bearer ${session.token()}`);
    request.setRequestHeader('Accept-Language', session.language());
    request.setRequestHeader('Idempotency-Key', key);
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream');
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => resolve(request);
    request.onerror = () => reject(new ApiError(0, failureMessage(0, undefined)));
    request.ontimeout = request.onerror;
    request.onabort = () => reject(new DOMException('taken back', 'AbortError'));
    request.onloadend = () => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop);
    request.send(file);
  });
}

function envelopeOf<T>(request: XMLHttpRequest): Partial<Envelope<T>> {
  try {
    return JSON.parse(request.responseText);
  } catch {
    return {};
  }
}

/** As with every other call: a 401 triggers one refresh and one retry. */
async function exchange(call: Call, file: Blob, sending: Sending) {
  await learnBases();
  sending.signal.throwIfAborted();
  const token = session.token();
  const request = await post(call, file, sending);
  if (request.status !== 401) return request;
  const again = (await refreshToken(token)) ? await post(call, file, sending) : request;
  if (again.status === 401) expireSession();
  return again;
}

/** Uploads a file and returns the stored record. Shows nothing: the caller reports the result. */
export async function upload<T>(call: Call, file: Blob, sending: Sending): Promise<T> {
  const request = await exchange({ operation: 'S', ...call }, file, sending);
  const { status, data, error } = envelopeOf<T>(request);
  const isGood = request.status >= 200 && request.status < 300 && status !== 'F';
  if (isGood && data?.record) return data.record;
  const codes = data?.ErrorCodeDTO ?? [];
  const message = failureMessage(request.status, error ?? codes[0]?.message);
  const wait = Number(request.getResponseHeader('Retry-After')) || 0;
  throw new ApiError(request.status, message, codes, data, wait);
}
