import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answer, bodyOf, fakeRoutes, heldBack, refused } from '@/test/routes';
import { knownBases, type Sent } from '@/test/server';
import { ForgotPage, ResetPage } from '.';

let sent: Sent[];
let answer: () => Answer;
const onDone = vi.fn();
const good = 'Docz@2027';

beforeEach(() => {
  knownBases();
  onDone.mockClear();
  answer = () => ({});
  sent = fakeRoutes({
    'mapping/domain': () => ({ data: { record: { baseUrls: {}, countryCode: 'IN', captcha: false } } }),
    entityList: () => ({
      data: { content: [{ entityCode: 'NGB', displayName: 'Northgate Bank', entityType: 'Bank' }] },
    }),
    password: () => answer(),
  });
  window.history.replaceState(null, '', '/auth/reset#secret.NGB');
});
afterEach(cleanup);

const show = (page: ReactNode) => render(<MantineProvider env="test">{page}</MantineProvider>);
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function askFor(userId: string) {
  show(<ForgotPage />);
  await waitFor(() => expect((screen.getByLabelText('Entity') as HTMLSelectElement).value).toBe('NGB'));
  type('User ID', userId);
  press('Send link');
}

function reset(password: string, repeat = password) {
  show(<ResetPage onDone={onDone} />);
  type('New password', password);
  type('Repeat new password', repeat);
  press('Set password');
}

test('says that a link was sent if there is such a user, and nothing more', async () => {
  await askFor(' ADMIN ');
  expect(await screen.findByText(/If ADMIN has an account, we sent a link/)).toBeTruthy();
  expect(sent.at(-1)?.url).toContain('usermaster/forgetpassword');
  expect(bodyOf(sent.at(-1))).toEqual({ entityCode: 'NGB', userId: 'ADMIN' });
  press('Try another user ID');
  expect(screen.getByLabelText('User ID')).toBeTruthy();
});

test('asks for the user id before anything is sent', async () => {
  await askFor(' ');
  expect(screen.getByText('Please Enter User ID')).toBeTruthy();
  expect(sent.some(({ url }) => url.includes('password'))).toBe(false);
});

test('who asks too often is held back', async () => {
  answer = () => heldBack(3600);
  await askFor('ADMIN');
  expect((await screen.findByRole('alert')).textContent).toMatch(/You can try again in (60:00|59:5\d)/);
});

test('the rules are ticked off while typing, in the spec’s words', () => {
  show(<ResetPage onDone={onDone} />);
  const rule = screen.getByText('Password Must Be Atleast 7 Characters').closest('li') as HTMLElement;
  expect(rule.dataset.holds).toBeUndefined();
  type('New password', 'abcdefg');
  expect(rule.dataset.holds).toBe('true');
});

test.each([
  ['', '', 'Please Enter Password'],
  ['abc', 'abc', 'Password Must Be Atleast 7 Characters'],
  ['abcdefgh', 'abcdefgh', 'Password Must Contain Atleast One Letter, One Number And One Special Character'],
  [good, 'other', 'The two passwords are not the same'],
])('refuses %s and %s without asking the server', (password, repeat, message) => {
  reset(password, repeat);
  const faults = Array.from(document.querySelectorAll('[id$="-error"]'));
  expect(faults.map((fault) => fault.textContent)).toEqual([message]);
  expect(sent.some((each) => each.url.includes('resetpassword') && 'password' in bodyOf(each))).toBe(false);
});

test('asks first whose link it is, without setting a password', async () => {
  show(<ResetPage onDone={onDone} />);
  const asked = () => decodeURIComponent(sent.find(({ url }) => url.includes('resetpassword'))?.url ?? '');
  await waitFor(() => expect(asked()).toContain('resetpassword@{"operation":"F"}'));
});

test('sets the password with the token that stood behind the #', async () => {
  reset(good);
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(bodyOf(sent.at(-1))).toEqual({ resetToken: 'secret.NGB', password: good });
  expect(sent.at(-1)?.url).not.toContain('secret');
});

test('a password the server refuses is said under the field', async () => {
  answer = () => refused('password', 'This password is too common. Choose another.');
  reset(good);
  expect(await screen.findByText('This password is too common. Choose another.')).toBeTruthy();
  expect(onDone).not.toHaveBeenCalled();
});

test.each<[string, () => Answer]>([
  ['refused by name', () => refused('resetToken', 'x')],
  ['gone', () => ({ status: 410, error: 'x' })],
  ['unknown', () => ({ status: 404, error: 'x' })],
])('a link that is %s offers a new one', async (_, refusal) => {
  answer = refusal;
  reset(good);
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
  const again = screen.getByRole('link', { name: 'Ask for a new link' });
  expect(again.getAttribute('href')).toBe('/auth/forgot');
});

test('an invitation greets its user by name, with the user ID to log in with', async () => {
  answer = () => ({ data: { record: { userId: 'NEWBIE', userName: 'Meena', invited: true } } });
  show(<ResetPage onDone={onDone} />);
  expect(await screen.findByRole('heading', { name: 'Welcome, Meena' })).toBeTruthy();
  expect(screen.getByText(/Your user ID is NEWBIE/)).toBeTruthy();
});

test('a used link says so before anything is typed', async () => {
  answer = () => refused('resetToken', 'x');
  show(<ResetPage onDone={onDone} />);
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
});

test('without a token there is nothing to set', () => {
  window.history.replaceState(null, '', '/auth/reset');
  show(<ResetPage onDone={onDone} />);
  expect(screen.getByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
});
