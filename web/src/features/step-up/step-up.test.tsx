import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isDeclined, save } from '@/lib/api';
import { popup } from '@/lib/feedback';
import { session } from '@/lib/session';
import { anAuth, aToken } from '@/test/auth';
import { type Answer, bodyOf, fakeRoutes, heldBack, refused } from '@/test/routes';
import { headerOf, knownBases, type Sent } from '@/test/server';
import { StepUp } from '.';

const place = { area: 'admin', resource: 'industrymaster' } as const;
const message = "Confirm it's you to continue";
const wanted: Answer = {
  status: 403,
  error: message,
  data: { ErrorCodeDTO: [{ code: 'stepUp', message, field: null }] },
};
const asked = (method: string, factorRef = 'f1.NGB'): Answer => ({
  data: { record: { factorRef, method, maskedTo: 'r•••a@northgate.example', expiresIn: 300, resendIn: 60 } },
});

let sent: Sent[];
let start: () => Answer;
let end: () => Answer;
let isConfirmed: boolean;

beforeEach(() => {
  session.setAuth(anAuth());
  session.setToken(aToken(Date.now() + 900_000));
  knownBases();
  popup.set(null);
  isConfirmed = false;
  start = () => asked('mail');
  end = () => ({});
  sent = fakeRoutes({
    stepup: (call) => {
      if (headerOf(call).operation === 'S') return start();
      const answer = end();
      isConfirmed = answer.status === undefined;
      return answer;
    },
    industrymaster: () => (isConfirmed ? { data: { record: { industryCode: 'X' } } } : wanted),
  });
  render(
    <MantineProvider env="test">
      <StepUp />
    </MantineProvider>,
  );
});
afterEach(() => {
  cleanup();
  // Drops an unanswered challenge.
  session.clear();
});

const field = () => screen.findByLabelText('One-time code') as Promise<HTMLInputElement>;
const type = async (value: string) => fireEvent.change(await field(), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
function saving() {
  const saved = save(place, { industryCode: 'X' });
  saved.catch(() => undefined);
  return saved;
}
const stepUps = () => sent.filter(({ url }) => url.includes('stepup'));

test('the right code lets the waiting save go on', async () => {
  const saved = saving();
  expect(await screen.findByRole('dialog', { name: "Confirm it's you" })).toBeTruthy();
  expect(await screen.findByText(/We emailed a 6-digit code to r•••a@northgate.example/)).toBeTruthy();
  await type('123456');
  expect(await saved).toEqual({ industryCode: 'X' });
  expect(bodyOf(stepUps().at(-1))).toMatchObject({ factorRef: 'f1.NGB', factorCode: '123456' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a wrong code is said under the field and may be mended', async () => {
  end = () => refused('otp', 'Enter a valid OTP');
  const saved = saving();
  await type('000000');
  expect(await screen.findByText('Enter a valid OTP')).toBeTruthy();
  expect((await field()).value).toBe('');
  end = () => ({});
  await type('123456');
  await saved;
});

test('Cancel refuses the call, without a popup', async () => {
  const saved = saving();
  await field();
  await press('Cancel');
  expect(isDeclined(await saved.catch((error) => error))).toBe(true);
  expect(popup.get()).toBeNull();
});

test('Escape cancels this dialog and nothing under it', async () => {
  const under = vi.fn();
  window.addEventListener('keydown', under, { capture: true });
  const saved = saving();
  fireEvent.keyDown(await field(), { key: 'Escape' });
  expect(isDeclined(await saved.catch((error) => error))).toBe(true);
  expect(under).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(under).toHaveBeenCalledOnce();
  window.removeEventListener('keydown', under, { capture: true });
});

test('who cancels and comes back is not made to wait for another mail', async () => {
  end = () => refused('otp', 'Enter a valid OTP');
  saving();
  await type('000000');
  await screen.findByText('Enter a valid OTP');
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  start = () => heldBack(60);
  end = () => ({});
  const saved = saving();
  await type('123456');
  await saved;
  expect(stepUps()).toHaveLength(3);
});

test('somebody held back is told for how long', async () => {
  start = () => heldBack(42);
  saving();
  expect((await screen.findByRole('alert')).textContent).toMatch(/You can try again in 0:4\d\./);
  const retry = screen.getByRole('button', { name: 'Retry' }) as HTMLButtonElement;
  await waitFor(() => expect(retry.disabled).toBe(true));
});

test('who lost the phone types a recovery code', async () => {
  start = () => asked('totp');
  const saved = saving();
  await press('Use a recovery code instead');
  const recovery = screen.getByLabelText('Recovery code') as HTMLInputElement;
  fireEvent.change(recovery, { target: { value: 'ABCDE' } });
  await press('Confirm');
  expect(await screen.findByText('Please enter all 10 characters of the recovery code')).toBeTruthy();
  fireEvent.change(recovery, { target: { value: 'ABCDE FGHIJ' } });
  expect(recovery.value).toBe('abcde-fghij');
  await press('Confirm');
  await saved;
  expect(bodyOf(stepUps().at(-1)).factorCode).toBe('abcde-fghij');
});

test('five wrong codes end the challenge; a new one is begun', async () => {
  start = () => asked('totp');
  end = () => refused('otp', 'Enter a valid OTP');
  const saved = saving();
  for (let round = 1; round <= 5; round += 1) {
    await type(`00000${round}`);
    await waitFor(() => expect(stepUps()).toHaveLength(round + 1));
    await waitFor(async () => expect((await field()).value).toBe(''));
  }
  expect(await screen.findByText('That took too long. Please start again.')).toBeTruthy();
  start = () => asked('totp', 'f2.NGB');
  end = () => ({});
  await press('Start again');
  await waitFor(() => expect(screen.queryByText('That took too long. Please start again.')).toBeNull());
  await type('123456');
  await saved;
  expect(bodyOf(stepUps().at(-1)).factorRef).toBe('f2.NGB');
});

test('a session that ends takes the question with it', async () => {
  const saved = saving();
  await field();
  act(() => cleanup());
  expect(isDeclined(await saved.catch((error) => error))).toBe(true);
});
