import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { session } from '@/lib/session';
import { setLanguage } from '@/lib/wording';
import { anAuth, aToken } from '@/test/auth';
import { type Answer, bodyOf, fakeRoutes, refused } from '@/test/routes';
import { headerOf, knownBases, type Sent } from '@/test/server';
import { ProviderProfile } from '.';

const record = {
  userId: 'meena@example.com',
  mailId: 'meena@example.com',
  firstName: 'Meena',
  secondName: null,
  lastName: 'Krishnan',
  mobileNumber: '+919841000001',
  userLanguage: 'en',
  versionNumber: 3,
};
let sent: Sent[];
let find: () => Answer;
let update: (body: Record<string, unknown>) => Answer;

beforeEach(() => {
  window.history.replaceState(null, '', '/provider/profile');
  knownBases();
  session.setAuth(anAuth({ userId: record.userId, userType: 'C', userName: 'Meena' }));
  session.setToken(aToken(Date.now() + 900_000));
  find = () => ({ data: { record } });
  update = (body) => ({ data: { record: { ...record, ...body, versionNumber: 4 } } });
  sent = fakeRoutes({
    customerusermaster: (call) => (headerOf(call).operation === 'F' ? find() : update(bodyOf(call))),
  });
});
afterEach(async () => {
  cleanup();
  sessionStorage.clear();
  await setLanguage('en');
});

const open = () =>
  render(
    <MantineProvider env="test">
      <ProviderProfile />
    </MantineProvider>,
  );
const field = (name: string) => screen.findByLabelText(name) as Promise<HTMLInputElement>;
const type = async (name: string, value: string) => fireEvent.change(await field(name), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));

test('shows the caller’s own record; the user id cannot be changed', async () => {
  open();
  expect((await field('First Name *')).value).toBe('Meena');
  expect((await field('User ID')).readOnly).toBe(true);
  expect(headerOf(sent[0] as Sent)).toMatchObject({ operation: 'F', screenId: 'SD-CUS-001', module: 'CUS' });
  expect(bodyOf(sent[0])).toEqual({});
});

test('saves what may be changed, with the version it was read with', async () => {
  open();
  await type('First Name *', 'Meenakshi');
  await type('Second Name', ' K ');
  save();
  await waitFor(() => expect(session.auth()?.userName).toBe('Meenakshi'));
  expect(bodyOf(sent.at(-1))).toMatchObject({
    firstName: 'Meenakshi',
    secondName: 'K',
    lastName: 'Krishnan',
    mobileNumber: '+919841000001',
    userLanguage: 'en',
    versionNumber: 3,
  });
  expect(bodyOf(sent.at(-1))).not.toHaveProperty('userId');
});

test('the page speaks the language that was saved', async () => {
  open();
  fireEvent.change(await screen.findByLabelText('Language'), { target: { value: 'ta' } });
  save();
  await waitFor(() => expect(document.documentElement.lang).toBe('ta'));
  expect(session.language()).toBe('ta');
});

test('a name that is missing is not sent', async () => {
  open();
  await type('Last Name *', ' ');
  save();
  expect(screen.getByText('Please Enter Last Name')).toBeTruthy();
  expect(sent.length).toBe(1);
});

test('the server’s fault stands under its field', async () => {
  update = () => refused('mobileNumber', 'Please Enter Valid Mobile Number');
  open();
  await type('Mobile Number', '12');
  save();
  expect(await screen.findByText('Please Enter Valid Mobile Number')).toBeTruthy();
  expect(document.activeElement).toBe(await field('Mobile Number'));
});

test('what somebody else changed meanwhile can be loaded', async () => {
  update = () => ({ status: 409, error: 'This Record Was Changed By Someone Else.' });
  open();
  await type('First Name *', 'M');
  save();
  expect(await screen.findByText(/Changed By Someone Else/)).toBeTruthy();
  find = () => ({ data: { record: { ...record, firstName: 'Newer', versionNumber: 9 } } });
  fireEvent.click(screen.getByRole('button', { name: 'Load the newest version' }));
  await waitFor(async () => expect((await field('First Name *')).value).toBe('M'));
  fireEvent.click(screen.getByRole('button', { name: 'Undo changes' }));
  expect((await field('First Name *')).value).toBe('Newer');
});

test('what was typed outlives leaving the page', async () => {
  open();
  await type('First Name *', 'Typed');
  cleanup();
  open();
  expect((await field('First Name *')).value).toBe('Typed');
  expect(screen.getByText('We restored what you typed earlier.')).toBeTruthy();
});

test('a profile that cannot be loaded can be tried again', async () => {
  find = () => ({ status: 503, error: 'Not Available Right Now' });
  open();
  expect(await screen.findByText('Not Available Right Now')).toBeTruthy();
  find = () => ({ data: { record } });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect((await field('First Name *')).value).toBe('Meena');
});

const sentTo = (maskedTo: string, otpRef = 'r1.NGB') => ({
  otpRef,
  channel: 'SMS',
  maskedTo,
  expiresIn: 300,
  resendIn: 60,
});

test('a new number counts when the code sent to it was typed', async () => {
  update = (body) => {
    if ('otp' in body) {
      return body.otp === '123456'
        ? { data: { record: { ...record, mobileNumber: '+919840055555', versionNumber: 5 } } }
        : refused('otp', 'Enter a valid OTP');
    }
    return { data: { record: { ...record, versionNumber: 4, ...sentTo('+91•••••555') } } };
  };
  open();
  await type('Mobile Number', '+919840055555');
  save();
  expect(await screen.findByText(/We sent a code to \+91•••••555/)).toBeTruthy();
  const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  confirm();
  expect(screen.getByText('Please Enter Valid OTP')).toBeTruthy();
  await type('One-time code', '000000');
  confirm();
  expect(await screen.findByText('Enter a valid OTP')).toBeTruthy();
  await type('One-time code', ' 123 456');
  confirm();
  expect(await screen.findByText('Your new contact details are confirmed.')).toBeTruthy();
  expect(bodyOf(sent.at(-1))).toMatchObject({ otpRef: 'r1.NGB', otp: '123456' });
  expect((await field('Mobile Number')).value).toBe('+919840055555');
});

test('the old number stays when its owner does not confirm the new one', async () => {
  update = () => ({ data: { record: { ...record, versionNumber: 4, ...sentTo('+91•••••555') } } });
  open();
  await type('Mobile Number', '+919840055555');
  save();
  fireEvent.click(await screen.findByRole('button', { name: 'Keep the old one' }));
  expect((await field('Mobile Number')).value).toBe('+919841000001');
});
