import { begin, expireSession, showResult, showWaiting, toast } from '@/lib/feedback';
import { session } from '@/lib/session';
import { waitAfter, wake } from '@/lib/wake';
import { t } from '@/lib/wording';
import { addressOf, learnBases } from './address';
import { ApiError, DeclinedError, failureMessage, showError } from './errors';
import { stepUp, wantsStepUp } from './step-up';
import { refreshToken, withSession } from './token';
import type { Call, Envelope } from './types';

function request(call: Call, key: string): Promise<Response> {
  const headers: Record<string, string> = { 'Accept-Language': session.language() };
  if (session.token() && !call.anonymous) headers.Authorization = `Bearer ${session.token()}`;
  // Logins are anonymous calls: the login log shows where they came from.
  if (call.anonymous) headers['X-Time-Zone'] = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (session.otp()) headers['X-OTP'] = session.otp();
  if (call.operation === 'S' || call.operation === 'U') headers['Idempotency-Key'] = key;
  const method = call.method ?? (call.body === undefined ? 'GET' : 'POST');
  if (method === 'GET') return fetch(addressOf(call), { headers, signal: call.signal });
  const isText = typeof call.body === 'string' || call.body instanceof Blob;
  const type = call.body instanceof Blob ? call.body.type : '';
  headers['Content-Type'] = isText ? type || 'text/csv' : 'application/json';
  const body = isText ? (call.body as BodyInit) : JSON.stringify(withSession(call));
  return fetch(addressOf(call), { method, headers, body, signal: call.signal });
}

export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A 401 triggers one refresh and one retry; a second 401 ends the session. */
async function exchange(call: Call, key: string): Promise<Response> {
  await learnBases();
  const token = session.token();
  const response = await request(call, key);
  if (response.status !== 401 || call.anonymous || !session.token()) return response;
  const again = (await refreshToken(token)) ? await request(call, key) : response;
  if (again.status === 401) expireSession();
  return again;
}

/** A busy server says when to come again; for this long a call is repeated by itself. */
const longestBusy = 30_000;

/** Reads, and saves with their key, may be repeated without harm. */
const isRepeatable = ({ operation, method, body, anonymous }: Call) =>
  !anonymous && (operation === undefined ? (method ?? 'GET') === 'GET' && body === undefined : operation !== 'D');

async function patiently(call: Call, key: string): Promise<Response> {
  const until = Date.now() + longestBusy;
  for (;;) {
    const response = await exchange(call, key);
    const wait = response.status === 503 ? Number(response.headers.get('Retry-After')) * 1000 : 0;
    if (!wait || !isRepeatable(call) || Date.now() + wait > until) return response;
    if (!call.quiet) toast(t('ui.common.serverBusy'));
    await new Promise((resolve) => setTimeout(resolve, wait));
    call.signal?.throwIfAborted();
  }
}

/** A save, a change or a removal. */
const isWrite = ({ operation }: Call) => operation === 'S' || operation === 'U' || operation === 'D';

/**
 * The spinner covers the page while a write waits for the server, not while it waits for the user. What is being read
 * has a place of its own on the page: a skeleton, or the button that was pressed.
 */
async function watched(call: Call, key: string): Promise<Response> {
  const end = call.quiet || !isWrite(call) ? () => {} : begin();
  try {
    return await patiently(call, key);
  } catch (cause) {
    if (call.signal?.aborted) throw cause;
    throw new ApiError(0, failureMessage(0, undefined));
  } finally {
    end();
  }
}

/** A save may be sent again with its key; the server then stores it once. */
const mayWait = (call: Call) => !call.quiet && isWrite(call) && isRepeatable(call);

const isLost = (error: unknown) => error instanceof ApiError && error.status === 0;

/** While the connection is lost a save is repeated until it passes, or until the user does not want to wait. */
async function persistently(call: Call, key: string): Promise<Response> {
  try {
    return await watched(call, key);
  } catch (error) {
    if (!isLost(error) || !mayWait(call)) throw error;
  }
  const words = [failureMessage(0, undefined), t('ui.feedback.waiting')];
  const { given, close } = showWaiting(words.join('\n'));
  for (let failures = 1; ; failures += 1) {
    try {
      await wake(waitAfter(failures), given);
      const response = await watched({ ...call, quiet: true }, key);
      close();
      return response;
    } catch (error) {
      if (given.aborted) throw new DeclinedError(0, failureMessage(0, undefined));
      if (isLost(error)) continue;
      close();
      throw error;
    }
  }
}

/** A sensitive call is repeated automatically once the user has confirmed it. */
async function answerTo(call: Call): Promise<Response> {
  const key = call.key ?? randomKey();
  const response = await persistently(call, key);
  if (call.anonymous || !(await wantsStepUp(response))) return response;
  if (!(await stepUp())) throw await failureOf(response, DeclinedError);
  return persistently(call, key);
}

async function failureOf(response: Response, Kind = ApiError): Promise<ApiError> {
  const envelope = (await response.json().catch(() => ({}))) as Partial<Envelope<unknown>>;
  const message = failureMessage(response.status, envelope.error);
  const wait = Number(response.headers.get('Retry-After')) || 0;
  return new Kind(response.status, message, envelope.data?.ErrorCodeDTO, envelope.data, wait);
}

/** Field errors are shown under the fields, not as a popup. */
function report(error: ApiError, call: Call) {
  if (call.failure !== 'inline' && !error.hasFields) showError(error);
}

/** The answer of a successful call; otherwise shows the failure and throws an ApiError. */
export async function send(call: Call): Promise<Response> {
  try {
    const response = await answerTo(call);
    if (!response.ok) throw await failureOf(response);
    return response;
  } catch (error) {
    if (error instanceof ApiError) report(error, call);
    throw error;
  }
}

/** A success is a toast unless the caller asks for the popup; a warning is always the popup. */
function announce(envelope: Envelope<unknown>, call: Call) {
  const codes = envelope.data.ErrorCodeDTO ?? [];
  if (envelope.status !== 'S') return showResult(envelope.status, codes);
  const success = call.success ?? (isWrite(call) ? 'toast' : 'none');
  if (success === 'popup') showResult('S', codes);
  if (success === 'toast' && codes[0]) toast(codes[0].message);
}

/** A failure with a 2xx status is still a failure: no form may treat it as a success. */
function refusalOf(envelope: Envelope<unknown>, call: Call) {
  const codes = envelope.data.ErrorCodeDTO ?? [];
  const error = new ApiError(200, codes[0]?.message ?? failureMessage(200, envelope.error), codes);
  report(error, call);
  return error;
}

export async function call<T>(call: Call): Promise<Envelope<T>> {
  const response = await send(call);
  const envelope = (await response.json()) as Envelope<T>;
  if (envelope.status === 'F') throw refusalOf(envelope, call);
  announce(envelope, call);
  return envelope;
}
