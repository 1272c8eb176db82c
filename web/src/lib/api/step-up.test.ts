import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { popup, showAfter, spinner } from '@/lib/feedback';
import { session } from '@/lib/session';
import { anAuth, aToken } from '@/test/auth';
import { fakeServer, knownBases } from '@/test/server';
import { ApiError, isDeclined, list, onStepUp, remove, save } from '.';

const place = { area: 'admin', resource: 'industrymaster' } as const;
const message = "Confirm it's you to continue";
const wanted = {
  status: 403,
  body: { status: 'F', data: { ErrorCodeDTO: [{ code: 'stepUp', message, field: null }] }, error: message },
};
const forbidden = { status: 403, body: { status: 'F', data: { ErrorCodeDTO: [] }, error: 'Not Allowed' } };

let stop: (() => void) | undefined;
const asking = (answer: () => Promise<boolean>) => {
  const asker = vi.fn(answer);
  stop = onStepUp(asker);
  return asker;
};
const failureOf = (call: Promise<unknown>) => call.then(() => undefined).catch((error: ApiError) => error);

beforeEach(() => {
  popup.set(null);
  session.setAuth(anAuth());
  session.setToken(aToken(Date.now() + 900_000));
  knownBases();
});
afterEach(() => stop?.());

test('once confirmed, the same call goes out again by itself, with the same idempotency key', async () => {
  const asker = asking(async () => true);
  const sent = fakeServer(wanted, { body: { status: 'S', data: { record: { industryCode: 'X' } } } });
  expect(await save(place, { industryCode: 'X' })).toEqual({ industryCode: 'X' });
  expect(asker).toHaveBeenCalledOnce();
  expect(sent).toHaveLength(2);
  expect(sent[1]?.url).toBe(sent[0]?.url);
  expect(sent[1]?.body).toBe(sent[0]?.body);
  expect(sent[1]?.headers['Idempotency-Key']).toBe(sent[0]?.headers['Idempotency-Key']);
});

test('calls refused together are asked about once', async () => {
  const asker = asking(() => new Promise((resolve) => setTimeout(() => resolve(true), 20)));
  fakeServer(wanted, wanted, {});
  await Promise.all([remove(place, {}), remove(place, {})]);
  expect(asker).toHaveBeenCalledOnce();
});

test('who declines is refused without a popup, and nothing goes out again', async () => {
  asking(async () => false);
  const sent = fakeServer(wanted);
  const error = await failureOf(remove(place, {}));
  expect(error).toBeInstanceOf(ApiError);
  expect(isDeclined(error)).toBe(true);
  expect(error?.message).toBe(message);
  expect(popup.get()).toBeNull();
  expect(sent).toHaveLength(1);
});

test('a call refused again is not asked about again, but said', async () => {
  const asker = asking(async () => true);
  const sent = fakeServer(wanted);
  const error = await failureOf(remove(place, {}));
  expect(asker).toHaveBeenCalledOnce();
  expect(sent).toHaveLength(2);
  expect(isDeclined(error)).toBe(false);
  expect(popup.get()?.message).toBe(message);
});

test('any other refusal asks for nothing', async () => {
  const asker = asking(async () => true);
  fakeServer(forbidden);
  await failureOf(list(place));
  expect(asker).not.toHaveBeenCalled();
});

test('where nobody asks, the call is refused', async () => {
  fakeServer(wanted);
  expect((await failureOf(remove(place, {})))?.status).toBe(403);
});

test('the spinner does not stand before somebody who is typing a code', async () => {
  vi.useFakeTimers();
  let confirmed = (_yes: boolean) => {};
  asking(
    () =>
      new Promise((resolve) => {
        confirmed = resolve;
      }),
  );
  fakeServer(wanted, {});
  const saved = save(place, {});
  await vi.advanceTimersByTimeAsync(showAfter * 10);
  expect(spinner.get()).toBe(false);
  confirmed(true);
  await saved;
});
