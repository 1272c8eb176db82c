import { beforeEach, expect, test, vi } from 'vitest';
import { expired, onToast, popup } from '@/lib/feedback';
import { session } from '@/lib/session';
import { anAuth, aToken } from '@/test/auth';
import { fakeRoutes, heldBack } from '@/test/routes';
import { fakeServer, headerOf, knownBases, type Sent } from '@/test/server';
import { ApiError, isDeclined, list, messageOf, remove, save, waitOf } from '.';

const place = { area: 'admin', resource: 'branchmaster' } as const;
const token = aToken(Date.now() + 900_000);
const fresh = aToken(Date.now() + 1_800_000);
const refused = { status: 401, body: { status: 'F', data: {}, error: 'Session Expired! Please Login Again...' } };
const failed = (status: number, error?: string) => ({ status, body: { status: 'F', data: {}, error } });

beforeEach(() => {
  popup.set(null);
  expired.set(false);
  window.history.replaceState(null, '', '/admin/branch-master');
  session.setAuth(anAuth());
  session.setToken(token);
  knownBases();
});

const failureOf = (call: Promise<unknown>) => call.then(() => undefined).catch((error: ApiError) => error);

test('the address carries who and where, and never a secret', async () => {
  session.setOtp('123456');
  const [sent] = [fakeServer({})];
  await list(place, { page: 0, size: 15, q: 'a b', sort: '-branchCode' });
  const call = sent[0];
  if (!call) throw new Error('nothing sent');
  expect(call.url).toMatch(/^\/api\/admin\/v1\/docz\/banking\/admin\/branchmaster@/);
  expect(call.url).toMatch(/\?page=0&size=15&q=a\+b&sort=-branchCode$/);
  expect(headerOf(call)).toEqual({
    userId: 'ADMIN',
    userType: 'B',
    screenId: 'SD-ADM-001',
    module: 'ADM',
    service: 'admin',
    operation: 'FA',
    countryCode: 'IN',
    entityCode: 'NGB',
    tenantCode: 'RETAIL',
    branchCode: 'BR101',
    authorization: '',
    otp: '',
  });
  expect(call.url).not.toContain(token);
  expect(call.url).not.toContain('123456');
  expect(call.headers).toMatchObject({ Authorization: `Bearer ${token}`, 'X-OTP': '123456', 'Accept-Language': 'en' });
});

test('only what is called before a login tells the time zone', async () => {
  const sent = fakeServer({}, {});
  await list(place);
  await list(place, {}, { anonymous: true });
  expect(sent[0]?.headers).not.toHaveProperty('X-Time-Zone');
  expect(sent[1]?.headers['X-Time-Zone']).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});

test('a save carries the session’s language, country and entity, and a key of its own', async () => {
  const sent = fakeServer({});
  await save(place, { branchCode: 'B1', langCode: 'ta' });
  await save(place, { branchCode: 'B2' });
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
    langCode: 'ta',
    countryCode: 'IN',
    entityCode: 'NGB',
    branchCode: 'B1',
  });
  expect(JSON.parse(sent[1]?.body ?? '').langCode).toBe('en');
  const keys = sent.map(({ headers }) => headers['Idempotency-Key']);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[0]).not.toBe(keys[1]);
});

test('several records are removed in one call', async () => {
  const sent = fakeServer({});
  await remove(place, [{ branchCode: 'B1' }, { branchCode: 'B2' }]);
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ records: [{ branchCode: 'B1' }, { branchCode: 'B2' }] });
});

test('a 401 refreshes the token once and tries again, with the same idempotency key', async () => {
  const sent = fakeServer(refused, { token: fresh }, {});
  await save(place, { branchCode: 'B1' });
  expect(sent.map(({ url }) => /banking\/(\w+\/\w+)/.exec(url)?.[1])).toEqual([
    'admin/branchmaster',
    'sms/refreshtokenjwt',
    'admin/branchmaster',
  ]);
  expect(sent[2]?.headers.Authorization).toBe(`Bearer ${fresh}`);
  expect(sent[2]?.headers['Idempotency-Key']).toBe(sent[0]?.headers['Idempotency-Key']);
  expect(session.token()).toBe(fresh);
  expect(expired.get()).toBe(false);
});

test('a second 401 ends the session: storage cleared, dialog instead of popup', async () => {
  const sent = fakeServer(refused, { token: fresh }, refused);
  expect((await failureOf(list(place)))?.status).toBe(401);
  expect(sent).toHaveLength(3);
  expect(expired.get()).toBe(true);
  expect(sessionStorage.length).toBe(0);
  expect(popup.get()).toBeNull();
});

test('a failed refresh is not refreshed again', async () => {
  const sent = fakeServer(refused);
  await failureOf(list(place));
  expect(sent).toHaveLength(2);
  expect(expired.get()).toBe(true);
});

test('calls refused together share one refresh', async () => {
  const sent = fakeServer(refused, refused, { token: fresh }, {});
  await Promise.all([list(place), list(place)]);
  expect(sent.filter(({ url }) => url.includes('refreshtokenjwt'))).toHaveLength(1);
});

test('calls in flight when the token is refreshed are each repeated once, after one refresh', async () => {
  const held: (() => void)[] = [];
  const sent: { url: string; token: string | undefined }[] = [];
  const of = (part: string) => sent.filter(({ url }) => url.includes(part));
  const ok = { status: 'S', data: { content: [] } };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const used = (init.headers as Record<string, string>).Authorization?.replace('Bearer ', '');
    sent.push({ url, token: used });
    if (url.includes('refreshtokenjwt')) {
      return new Response(JSON.stringify(ok), { headers: { Authorization: `Bearer ${fresh}` } });
    }
    if (used === fresh) return new Response(JSON.stringify(ok));
    // The last two refusals arrive long after the refresh.
    if (of('branchmaster').length > 4) await new Promise<void>((done) => held.push(done));
    return new Response(JSON.stringify(refused.body), { status: 401 });
  });
  const calls = Array.from({ length: 6 }, () => list(place));
  await Promise.all(calls.slice(0, 4));
  expect(session.token()).toBe(fresh);
  for (const release of held) release();
  await Promise.all(calls);
  expect(held).toHaveLength(2);
  expect(of('refreshtokenjwt').map(({ token: used }) => used)).toEqual([token]);
  expect(of('branchmaster').filter(({ token: used }) => used === token)).toHaveLength(6);
  expect(of('branchmaster').filter(({ token: used }) => used === fresh)).toHaveLength(6);
  expect(expired.get()).toBe(false);
  vi.unstubAllGlobals();
});

test('the refresh says who and where, as every other call does', async () => {
  const sent = fakeServer(refused, { token: fresh }, {});
  await list(place);
  expect(headerOf(sent[1] as Sent)).toMatchObject({ userId: 'ADMIN', entityCode: 'NGB', tenantCode: 'RETAIL' });
  expect(sent[1]?.url).not.toContain(token);
});

test('a token of 30 characters is not refreshed', async () => {
  session.setToken('x'.repeat(30));
  const sent = fakeServer(refused);
  await failureOf(list(place));
  expect(sent).toHaveLength(1);
  expect(expired.get()).toBe(true);
});

test.each([400, 500])('%i shows networkIssue whatever the body says', async (status) => {
  fakeServer(failed(status, 'inner workings'));
  await failureOf(save(place, {}));
  expect(popup.get()).toEqual({ title: 'Failed', message: 'Network Issue!' });
});

test('other errors show the error of the body, or networkIssue without one', async () => {
  fakeServer(failed(409, 'This data is already used.'), failed(403));
  await failureOf(remove(place, {}));
  expect(popup.get()?.message).toBe('This data is already used.');
  await failureOf(remove(place, {}));
  expect(popup.get()?.message).toBe('Network Issue!');
});

test('no answer at all is a network issue', async () => {
  fakeServer('down');
  const error = await failureOf(remove(place, {}));
  expect(error).toBeInstanceOf(ApiError);
  expect(popup.get()?.message).toBe('Network Issue!');
});

test('a save without an answer says that nothing is lost, and goes on by itself with the same key', async () => {
  vi.useFakeTimers();
  const sent = fakeServer('down', 'down', { body: { status: 'S', data: { record: { branchCode: 'B1' } } } });
  const saved = save<{ branchCode: string }>(place, {}, { failure: 'inline' });
  await vi.waitFor(() => expect(popup.get()?.message).toMatch(/^Network Issue!\nNothing you entered is lost/));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent).toHaveLength(2);
  expect(popup.get()).not.toBeNull();
  window.dispatchEvent(new Event('online'));
  expect(await saved).toEqual({ branchCode: 'B1' });
  expect(popup.get()).toBeNull();
  expect(new Set(sent.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
});

test('who does not want to wait has the form back, and nothing more is sent', async () => {
  vi.useFakeTimers();
  const sent = fakeServer('down');
  const failed = failureOf(save(place, {}));
  await vi.waitFor(() => expect(popup.get()).not.toBeNull());
  popup.set(null);
  expect(isDeclined(await failed)).toBe(true);
  expect(popup.get()).toBeNull();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
});

test('field errors go to the fields and are not popped up', async () => {
  const codes = [
    { code: 'enter', message: 'Please Enter Branch Code', field: 'branchCode' },
    { code: 'enter', message: 'Please Enter Branch Name', field: 'branchName' },
  ];
  fakeServer({ status: 422, body: { status: 'F', data: { ErrorCodeDTO: codes }, error: codes[0]?.message } });
  const error = await failureOf(save(place, {}));
  expect(error?.fields).toEqual({ branchCode: 'Please Enter Branch Code', branchName: 'Please Enter Branch Name' });
  expect(popup.get()).toBeNull();
});

test('a failed read leaves its message to the place where the data would stand', async () => {
  fakeServer(failed(503, 'Not Available Right Now'));
  const error = await failureOf(list(place));
  expect(messageOf(error)).toBe('Not Available Right Now');
  expect(popup.get()).toBeNull();
});

test('a saved record is a toast, a warning the popup, a list silent', async () => {
  const heard: string[] = [];
  const stop = onToast(({ message }) => heard.push(message));
  const answer = (status: string, code: string, message: string) => ({
    body: { status, data: { ErrorCodeDTO: [{ code, message }] } },
  });
  fakeServer(
    answer('S', 'EnTxn0021', 'Created Successfully'),
    answer('S', 'EnTxn0023', 'Retrieved All Records'),
    answer('W', 'EnTxn0019', 'Careful'),
  );
  await save(place, {});
  await list(place);
  expect(heard).toEqual(['Created Successfully']);
  expect(popup.get()).toBeNull();
  await save(place, {});
  expect(popup.get()).toEqual({ title: 'Warning', message: '' });
  stop();
});

test('who is held back learns for how long', async () => {
  fakeRoutes({ branchmaster: () => heldBack(42) });
  const error = await failureOf(list(place));
  expect(waitOf(error)).toBe(42);
  expect(waitOf(new ApiError(503, 'x', [], {}, 9))).toBe(0);
});

test('the provider side of a request has a service of its own', async () => {
  const sent = fakeRoutes({ docrequest: () => ({}) });
  await list({ area: 'transaction', resource: 'docrequest/search' });
  window.history.replaceState(null, '', '/provider/requests');
  await list({ area: 'transaction', resource: 'docrequest/search' });
  expect(sent.map(({ url }) => url.split('/v1')[0])).toEqual(['/api/banker', '/api/customer']);
});

const busy = (retryAfter: number) => ({ ...failed(503, 'Busy'), retryAfter });

test('a busy server is asked again by itself, with the same key, and the user is told', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const toasts = vi.fn();
  const stop = onToast(toasts);
  const sent = fakeServer(busy(5), busy(5), {});
  const saved = save(place, { branchCode: 'B1' });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(8_000);
  await saved;
  stop();
  expect(new Set(sent.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
  expect(JSON.stringify(toasts.mock.calls)).toContain('The server is busy. We try again by ourselves.');
});

test('a deletion is not repeated, and no call waits for long', async () => {
  const deleted = fakeServer(busy(1));
  expect(await failureOf(remove(place, [{ branchCode: 'B1' }]))).toMatchObject({ status: 503 });
  expect(deleted).toHaveLength(1);
  const listed = fakeServer(busy(3600));
  expect(await failureOf(list(place, { page: 0 }))).toMatchObject({ status: 503 });
  expect(listed).toHaveLength(1);
});
