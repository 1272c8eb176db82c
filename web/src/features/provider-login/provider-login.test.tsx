import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Auth, session } from '@/lib/session';
import { anAuth, aToken } from '@/test/auth';
import { type Answer, bodyOf, fakeRoutes, heldBack, refused } from '@/test/routes';
import { knownBases, type Sent } from '@/test/server';
import { ProviderLogin } from '.';
import { plainId } from './calls';

const token = aToken(Date.now() + 900_000);
const auth = anAuth({ userId: 'meena@example.com', userType: 'C', userName: 'Meena' });
const sentRecord = {
  otpRef: 'r1.NGB',
  channel: 'Email',
  maskedTo: 'm•••a@example.com',
  expiresIn: 300,
  resendIn: 60,
  isReused: false,
  resendsLeft: 4,
};
const codeSent: Answer = { data: { record: sentRecord } };
const loggedIn: Answer = { data: { record: auth }, headers: { Authorization: `Bearer ${token}` } };
let sent: Sent[];
let start: () => Answer;
let end: () => Answer;
const onDone = vi.fn<(auth: Auth) => void>();

beforeEach(() => {
  knownBases();
  onDone.mockClear();
  start = () => codeSent;
  end = () => loggedIn;
  sent = fakeRoutes({
    'mapping/domain': () => ({ data: { record: { baseUrls: {}, countryCode: 'IN', captcha: true } } }),
    entityList: () => ({
      data: { content: [{ entityCode: 'NGB', displayName: 'Northgate Bank', entityType: 'Bank' }] },
    }),
    customerusermasterLogin: (call) => ('otp' in bodyOf(call) ? end() : start()),
  });
});
afterEach(cleanup);

const open = (link = '') =>
  render(
    <MantineProvider env="test">
      <ProviderLogin link={link} onDone={onDone} onEngaged={() => undefined} />
    </MantineProvider>,
  );
const idLabel = 'Email or mobile number';
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function askForCode(userId = 'meena@example.com') {
  open();
  await waitFor(() => expect((screen.getByLabelText('Entity') as HTMLSelectElement).value).toBe('NGB'));
  type(idLabel, userId);
  press('Send code');
}
const field = () => screen.findByLabelText('One-time code') as Promise<HTMLInputElement>;
const lastBody = () => bodyOf(sent.at(-1));

test('what is neither a mail address nor a mobile number is refused in the words of the spec', async () => {
  await askForCode('meena');
  expect(await screen.findByText('Please Enter Valid User Id')).toBeTruthy();
  expect(sent.some(({ url }) => url.includes('customerusermasterLogin'))).toBe(false);
});

test('asks who it is before anything is sent', async () => {
  await askForCode(' ');
  expect(screen.getByText(`Please Enter ${idLabel}`)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(idLabel));
});

test('sends a code and says where to, if that is known', async () => {
  await askForCode();
  const input = await field();
  expect(lastBody()).toEqual({ entityCode: 'NGB', userId: 'meena@example.com' });
  expect(screen.getByText(/We sent a 6-digit code to m•••a@example.com/)).toBeTruthy();
  expect(input.autocomplete).toBe('one-time-code');
  expect(input.inputMode).toBe('numeric');
  expect(document.activeElement).toBe(input);
});

test('a pasted code with a space is tried at once and opens the session', async () => {
  await askForCode();
  fireEvent.change(await field(), { target: { value: ' 123 456' } });
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(auth));
  expect(lastBody()).toEqual({ otpRef: 'r1.NGB', otp: '123456' });
  expect(session.token()).toBe(token);
  expect(sessionStorage.getItem('pendingLogin')).toBeNull();
});

test('half a code is not tried', async () => {
  await askForCode();
  fireEvent.change(await field(), { target: { value: '123' } });
  press('Log in');
  expect(await screen.findByText('Please Enter Valid OTP')).toBeTruthy();
  expect(lastBody()).not.toHaveProperty('otp');
});

test('a wrong code is said under the field, which is emptied for the next try', async () => {
  end = () => refused('otp', 'Enter a valid OTP');
  await askForCode();
  const input = await field();
  fireEvent.change(input, { target: { value: '000000' } });
  const fault = await screen.findByText('Enter a valid OTP');
  expect(input.getAttribute('aria-describedby')).toContain(fault.id);
  expect(input.value).toBe('');
});

test('too many tries are held back with the wait', async () => {
  end = () => heldBack(90);
  await askForCode();
  fireEvent.change(await field(), { target: { value: '000000' } });
  expect((await screen.findByRole('alert')).textContent).toMatch(/You can try again in 1:(30|29)\./);
  expect((screen.getByRole('button', { name: 'Log in' }) as HTMLButtonElement).disabled).toBe(true);
});

test('a new code can be had after a minute, and the old one runs out', async () => {
  await askForCode();
  await field();
  cleanup();
  // The page returns from another app; from here on the clock is mocked.
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() });
  open();
  await field();
  expect((screen.getByRole('button', { name: /new code in/ }) as HTMLButtonElement).disabled).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  start = () => ({ data: { record: { ...sentRecord, otpRef: 'r2.NGB' } } });
  press('Send a new code');
  expect(await screen.findByText('A new code was sent.')).toBeTruthy();
  expect(lastBody()).toEqual({ entityCode: 'NGB', userId: 'meena@example.com' });
  await act(() => vi.advanceTimersByTimeAsync(301_000));
  expect(await screen.findByText(/This code has expired/)).toBeTruthy();
});

test('a code that does not arrive can be sent the other way', async () => {
  start = () => ({ data: { record: { ...sentRecord, resendIn: 0 } } });
  await askForCode();
  await field();
  start = () => ({
    data: { record: { ...sentRecord, otpRef: 'r3.NGB', channel: 'SMS', maskedTo: '•••', resendIn: 0 } },
  });
  press('Send it by SMS instead');
  expect(await screen.findByText(/We sent a 6-digit code to your mobile number/)).toBeTruthy();
  expect(lastBody()).toEqual({ entityCode: 'NGB', userId: 'meena@example.com', channel: 'SMS' });
  press('Send it by email instead');
  await waitFor(() => expect(lastBody()).toMatchObject({ channel: 'Email' }));
});

test('coming back from another app goes on where the code was asked for', async () => {
  await askForCode();
  await field();
  cleanup();
  open();
  fireEvent.change(await field(), { target: { value: '123456' } });
  await waitFor(() => expect(onDone).toHaveBeenCalled());
});

test('another address starts over', async () => {
  await askForCode();
  await field();
  press('Use another email or number');
  expect(screen.getByLabelText(idLabel)).toBeTruthy();
  expect(sessionStorage.getItem('pendingLogin')).toBeNull();
});

test('a followed link has the code sent without asking who it is', async () => {
  open('link-token');
  await field();
  expect(lastBody()).toEqual({ linkToken: 'link-token' });
});

test('a link opened again shows the field of the code that was sent before', async () => {
  start = () => ({ data: { record: { ...sentRecord, isReused: true, resendIn: 0 } } });
  open('link-token');
  await field();
  expect(screen.getByText(/The code we sent earlier is still valid/)).toBeTruthy();
  start = () => codeSent;
  press('Send a new code');
  expect(await screen.findByText('A new code was sent.')).toBeTruthy();
  expect(lastBody()).toEqual({ linkToken: 'link-token', resend: true });
});

test('the last code of the hour offers no other', async () => {
  start = () => ({ data: { record: { ...sentRecord, isReused: true, resendIn: 0, resendsLeft: 0 } } });
  open('link-token');
  await field();
  expect(screen.getByText(/No more codes can be sent this hour/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send a new code' })).toBeNull();
});

test('a link on a device where its owner is logged in goes straight in', async () => {
  start = () => loggedIn;
  open('link-token');
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(auth));
  expect(session.token()).toBe(token);
});

test('when no more codes may be sent, the link says how long to wait', async () => {
  start = () => heldBack(1800);
  open('link-token');
  expect(await screen.findByRole('heading', { name: 'Please wait a little' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toMatch(/You can try again in (30:00|29:59)/);
});

test('what a phone reads off a screen enters at once', async () => {
  open('phone-r2.NGB~secret');
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(expect.objectContaining({ userId: 'meena@example.com' })));
  const calls = sent.filter(({ url }) => url.includes('customerusermasterLogin'));
  expect(calls.map(bodyOf)).toEqual([{ otpRef: 'phone-r2.NGB', otp: 'secret' }]);
  expect(calls[0]?.url).not.toContain('secret');
});

test('a code that was used says so above the plain login', async () => {
  end = () => refused('otp', 'This code was already used.');
  open('phone-r2.NGB~secret');
  expect((await screen.findByRole('alert')).textContent).toBe('This code was already used.');
  expect(screen.getByLabelText(idLabel)).toBeTruthy();
});

test('a link that is no longer good leads to the plain login', async () => {
  start = () => ({ status: 404, error: 'x' });
  open('old');
  expect((await screen.findByRole('alert')).textContent).toMatch(/This link has expired/);
  expect(screen.getByLabelText(idLabel)).toBeTruthy();
});

test('a link that could not be opened can be tried again', async () => {
  start = () => ({ status: 503, error: 'Not Available Right Now' });
  open('link-token');
  expect((await screen.findByRole('alert')).textContent).toBe('Not Available Right Now');
  start = () => codeSent;
  press('Retry');
  await field();
});

test('a number is known without the spaces people type', () => {
  expect(plainId(' +91 98400-12345 ')).toBe('+919840012345');
  expect(plainId(' meena-k@example.com ')).toBe('meena-k@example.com');
});

test('a link speaks its owner’s language, unless another one was chosen here', async () => {
  start = () => ({ data: { record: { ...sentRecord, language: 'ta' } } });
  session.setLanguage('en');
  open('link-token');
  await field();
  expect(session.language()).toBe('en');
  cleanup();
  sessionStorage.removeItem('NLS');
  open('link-token');
  await waitFor(() => expect(session.language()).toBe('ta'));
});
