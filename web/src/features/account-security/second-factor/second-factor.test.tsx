import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '@/lib/session';
import { anAuth, aToken } from '@/test/auth';
import { type Answer, bodyOf, fakeRoutes, heldBack, refused } from '@/test/routes';
import { headerOf, knownBases, type Sent } from '@/test/server';
import { SecondFactor } from '.';

const recoveryCodes = Array.from({ length: 10 }, (_, at) => `abcd${at}-fghij`);
const enrolment = {
  secret: 'JBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Docz:NGB%20ADMIN?secret=JBSWY3DPEHPK3PXP',
  qr: 'data:image/svg+xml;base64,AAAA',
};

let sent: Sent[];
let status: { enrolled: boolean; required: boolean; recoveryCodesLeft: number };
let answers: Record<string, () => Answer>;
let renewed: () => Answer;

beforeEach(() => {
  session.setAuth(anAuth());
  session.setToken(aToken(Date.now() + 900_000));
  knownBases();
  status = { enrolled: false, required: false, recoveryCodesLeft: 0 };
  answers = {
    F: () => ({ data: { record: status } }),
    S: () => ({ data: { record: enrolment } }),
    U: () => ({ data: { record: { recoveryCodes } } }),
    D: () => ({}),
  };
  renewed = () => ({ data: { record: { recoveryCodes } } });
  sent = fakeRoutes({
    'secondfactor/recovery': () => renewed(),
    secondfactor: (call) => answers[headerOf(call).operation ?? '']?.() ?? {},
  });
});
afterEach(cleanup);

const draw = () =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <SecondFactor />
      </QueryClientProvider>
    </MantineProvider>,
  );
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const last = (operation: string) => bodyOf(sent.filter((call) => headerOf(call).operation === operation).at(-1));

async function typePassword(value: string, button: string) {
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value } });
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: button }));
}
async function toCodes() {
  draw();
  await press('Set up app');
  await typePassword('Docz@2026', 'Next');
  fireEvent.change(await screen.findByLabelText('Code from the app'), { target: { value: '123 456' } });
  await screen.findByText('Save your recovery codes');
}

test('says whether nothing, a mail or an app is asked for', async () => {
  draw();
  expect(await screen.findByText(/Only your password protects this account/)).toBeTruthy();
  cleanup();
  status = { ...status, required: true };
  draw();
  expect(await screen.findByText(/we email you a code at every login/)).toBeTruthy();
  cleanup();
  status = { enrolled: true, required: true, recoveryCodesLeft: 2 };
  draw();
  expect(await screen.findByText(/Recovery codes left: 2 of 10/)).toBeTruthy();
  expect(screen.getByText(/Please renew them/)).toBeTruthy();
});

test('password, picture and first code, then the recovery codes', async () => {
  draw();
  await press('Set up app');
  await typePassword('Docz@2026', 'Next');
  expect(((await screen.findByRole('img')) as HTMLImageElement).src).toBe(enrolment.qr);
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Code from the app'), { target: { value: '123456' } });
  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(recoveryCodes);
  expect(last('S').password).toBe('Docz@2026');
  expect(last('U').factorCode).toBe('123456');
  status = { enrolled: true, required: false, recoveryCodesLeft: 10 };
  await press("I've saved them");
  expect(await screen.findByText('Recovery codes left: 10 of 10')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(recoveryCodes[0] ?? '')).toBeNull());
});

test('a wrong password is said under the field', async () => {
  answers.S = () => refused('password', 'The password is wrong');
  draw();
  await press('Set up app');
  await typePassword('', 'Next');
  expect(await screen.findByText('Please Enter Password')).toBeTruthy();
  await typePassword('Wrong@2026', 'Next');
  expect(await screen.findByText('The password is wrong')).toBeTruthy();
  answers.S = () => heldBack(90);
  await typePassword('Wrong@2027', 'Next');
  expect((await screen.findByRole('alert')).textContent).toMatch(/You can try again in 1:(30|29)\./);
});

test('a wrong first code leaves the app unused', async () => {
  answers.U = () => refused('otp', 'Enter a valid OTP');
  draw();
  await press('Set up app');
  await typePassword('Docz@2026', 'Next');
  const field = (await screen.findByLabelText('Code from the app')) as HTMLInputElement;
  fireEvent.change(field, { target: { value: '000000' } });
  expect(await screen.findByText('Enter a valid OTP')).toBeTruthy();
  expect(field.value).toBe('');
});

test('the codes are copied, saved and printed, and no stray key loses them', async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText } }));
  const blobs: Blob[] = [];
  URL.createObjectURL = (blob) => {
    blobs.push(blob as Blob);
    return 'blob:x';
  };
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  window.print = vi.fn();
  await toCodes();
  await press('Copy');
  expect(writeText).toHaveBeenCalledWith(recoveryCodes.join('\n'));
  await press('Download');
  expect(click).toHaveBeenCalledOnce();
  const text = (await blobs[0]?.text()) ?? '';
  expect(text).toContain('Docz recovery codes of ADMIN, Northgate Bank');
  for (const code of recoveryCodes) expect(text).toContain(code);
  await press('Print');
  expect(window.print).toHaveBeenCalledOnce();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.getByText('Save your recovery codes')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  vi.unstubAllGlobals();
});

test('the app is taken away with the password', async () => {
  status = { enrolled: true, required: false, recoveryCodesLeft: 9 };
  draw();
  await press('Remove app');
  expect(await screen.findByText(/After that, only your password protects this account/)).toBeTruthy();
  status = { enrolled: false, required: false, recoveryCodesLeft: 0 };
  await typePassword('Docz@2026', 'Remove app');
  expect(await screen.findByRole('button', { name: 'Set up app' })).toBeTruthy();
  expect(last('D').password).toBe('Docz@2026');
});

test('recovery codes are renewed with a code of the app, and shown once', async () => {
  status = { enrolled: true, required: false, recoveryCodesLeft: 1 };
  draw();
  await press('New recovery codes');
  renewed = () => refused('otp', 'Enter a valid OTP');
  const field = (await screen.findByLabelText('Code from the app')) as HTMLInputElement;
  fireEvent.change(field, { target: { value: '000000' } });
  expect(await screen.findByText('Enter a valid OTP')).toBeTruthy();
  renewed = () => ({ data: { record: { recoveryCodes } } });
  fireEvent.change(field, { target: { value: '123456' } });
  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(10);
  const asked = sent.filter(({ url }) => url.includes('secondfactor/recovery'));
  expect(asked.map((call) => [headerOf(call).operation, bodyOf(call).factorCode])).toEqual([
    ['U', '000000'],
    ['U', '123456'],
  ]);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.getByText('Save your recovery codes')).toBeTruthy();
  status = { ...status, recoveryCodesLeft: 10 };
  await press("I've saved them");
  expect(await screen.findByText('Recovery codes left: 10 of 10')).toBeTruthy();
});

test('who has no app has no recovery codes to renew', async () => {
  draw();
  await screen.findByRole('button', { name: 'Set up app' });
  expect(screen.queryByRole('button', { name: 'New recovery codes' })).toBeNull();
});
