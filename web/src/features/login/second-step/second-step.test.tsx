import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Auth } from '@/lib/session';
import { session } from '@/lib/session';
import { anAuth, aToken } from '@/test/auth';
import { type Answer, bodyOf, fakeRoutes, heldBack, refused } from '@/test/routes';
import type { Sent } from '@/test/server';

const token = aToken(Date.now() + 900_000);
const bases = { admin: '/a', app: '/p', banker: '/b', customer: '/c', sms: '/s' };
const loggedIn: Answer = { data: { record: anAuth() }, headers: { Authorization: `Bearer ${token}` } };
const asked = (method: 'totp' | 'mail', factorRef = 'f1.NGB'): Answer => ({
  data: {
    record: {
      secondFactor: true,
      factorRef,
      method,
      maskedTo: method === 'mail' ? 'r•••a@northgate.example' : null,
      expiresIn: 300,
      resendIn: 60,
    },
  },
});

let first: () => Answer;
let second: () => Answer;
let sent: Sent[];
const onDone = vi.fn<(auth: Auth) => void>();

/** The answer to mapping/domain is cached per page, so every test gets a fresh page. */
async function open({ captcha = false } = {}) {
  sent = fakeRoutes({
    'mapping/domain': () => ({ data: { record: { baseUrls: bases, captcha, countryCode: 'IN' } } }),
    entityList: () => ({
      data: { content: [{ entityCode: 'NGB', displayName: 'Northgate Bank', entityType: 'Bank' }] },
    }),
    tenancymaintenance: () => ({
      data: { content: [{ tenantCode: 'RETAIL', tenantName: 'Retail Banking' }] },
    }),
    captcha: () => ({ data: { record: { captchaId: 'c1', image: 'data:,', required: true } } }),
    usermasterlogin: (call) => ('factorRef' in bodyOf(call) ? second() : first()),
  });
  vi.resetModules();
  const { startWording, completeWording } = await import('@/lib/wording');
  await startWording();
  await completeWording();
  const { LoginPage } = await import('..');
  render(
    <MantineProvider env="test">
      <LoginPage onDone={onDone} onEngaged={() => undefined} />
    </MantineProvider>,
  );
  await waitFor(() => expect(choice('Tenant Code')).toBe('RETAIL'));
  if (captcha) fireEvent.change(await screen.findByLabelText('Captcha'), { target: { value: '1234' } });
  type('User ID', 'ADMIN');
  type('Password', 'Docz@2026');
  press('Log in');
}
const choice = (label: string) => (screen.getByLabelText(label) as HTMLSelectElement).value;
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const field = () => screen.findByLabelText('One-time code') as Promise<HTMLInputElement>;
const typeCode = async (value: string) => fireEvent.change(await field(), { target: { value } });

beforeEach(() => {
  onDone.mockClear();
  first = () => asked('mail');
  second = () => loggedIn;
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

test('half a login opens nothing and says where the code went', async () => {
  await open();
  const input = await field();
  expect(screen.getByText(/We emailed a 6-digit code to r•••a@northgate.example/)).toBeTruthy();
  expect(input.autocomplete).toBe('one-time-code');
  expect(document.activeElement).toBe(input);
  expect(onDone).not.toHaveBeenCalled();
  expect(session.token()).toBe('');
});

test('a whole code is tried at once and opens the session', async () => {
  await open();
  await typeCode(' 123 456');
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(anAuth()));
  expect(bodyOf(sent.at(-1))).toEqual({ factorRef: 'f1.NGB', factorCode: '123456', tenantCode: 'RETAIL' });
  expect(session.token()).toBe(token);
});

test('an administrator without an app sets it up, and keeps the recovery codes before going on', async () => {
  const enrolment = {
    secret: 'ABCDEFGH',
    uri: 'otpauth://totp/Docz:ADMIN',
    qr: 'data:image/svg+xml;base64,',
  };
  first = () => ({
    data: {
      record: {
        secondFactor: true,
        factorRef: 'f1.NGB',
        method: 'enrol',
        maskedTo: null,
        expiresIn: 900,
        resendIn: 60,
        enrolment,
      },
    },
  });
  second = () => ({ ...loggedIn, data: { record: { ...anAuth(), recoveryCodes: ['abcde-fghij'] } } });
  await open();
  expect(await screen.findByText('ABCD EFGH')).toBeTruthy();
  expect((screen.getByAltText(/QR code/) as HTMLImageElement).src).toContain('data:image/svg+xml');
  fireEvent.change(screen.getByLabelText('Code from the app'), { target: { value: '123456' } });
  // On the screen and on the sheet to print.
  expect(await screen.findAllByText('abcde-fghij')).toHaveLength(2);
  expect(bodyOf(sent.at(-1))).toEqual({ factorRef: 'f1.NGB', factorCode: '123456', tenantCode: 'RETAIL' });
  expect(onDone).not.toHaveBeenCalled();
  press("I've saved them");
  expect(onDone).toHaveBeenCalledWith(anAuth());
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('abcde');
});

test('a wrong code is said under the field', async () => {
  second = () => refused('otp', 'Enter a valid OTP');
  await open();
  await typeCode('000000');
  const fault = await screen.findByText('Enter a valid OTP');
  expect((await field()).getAttribute('aria-describedby')).toContain(fault.id);
});

test('too many tries are held back with the wait', async () => {
  second = () => heldBack(90);
  await open();
  await typeCode('000000');
  expect((await screen.findByRole('alert')).textContent).toMatch(/You can try again in 1:(30|29)\./);
});

test('an app asks for its code, and takes one on paper instead', async () => {
  first = () => asked('totp');
  await open();
  await field();
  expect(screen.queryByRole('button', { name: /new code/ })).toBeNull();
  press('Use a recovery code instead');
  type('Recovery code', 'ABCDE-fghij');
  press('Log in');
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(bodyOf(sent.at(-1)).factorCode).toBe('abcde-fghij');
});

test('after a minute the mail can be sent again, with the password still in memory', async () => {
  await open();
  await field();
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() + 61_000 });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  first = () => asked('mail', 'f2.NGB');
  fireEvent.click(await screen.findByRole('button', { name: 'Send a new code' }));
  expect(await screen.findByText('A new code was sent.')).toBeTruthy();
  expect(bodyOf(sent.at(-1))).toMatchObject({ userId: 'ADMIN', password: 'Docz@2026' });
  await typeCode('123456');
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(bodyOf(sent.at(-1)).factorRef).toBe('f2.NGB');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Docz@2026');
});

test('a code that is over is not tried any more', async () => {
  await open();
  await field();
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() + 301_000 });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(await screen.findByText(/This code has expired/)).toBeTruthy();
  const before = sent.length;
  await typeCode('123456');
  expect((screen.getByRole('button', { name: 'Log in' }) as HTMLButtonElement).disabled).toBe(true);
  expect(sent).toHaveLength(before);
});

test('where a captcha is asked for, a new code starts from the first step', async () => {
  await open({ captcha: true });
  await field();
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() + 61_000 });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  fireEvent.click(await screen.findByRole('button', { name: 'Send a new code' }));
  expect(await screen.findByText('Log in once more to get a new code.')).toBeTruthy();
  expect((screen.getByLabelText('User ID') as HTMLInputElement).value).toBe('ADMIN');
  expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('');
});

test('going back keeps who it is, and forgets the password', async () => {
  await open();
  await field();
  press('Back to login');
  expect((screen.getByLabelText('User ID') as HTMLInputElement).value).toBe('ADMIN');
  expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  await waitFor(() => expect(choice('Entity')).toBe('NGB'));
});
