import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Answer, bodyOf, fakeRoutes, refused } from '@/test/routes';
import { knownBases, type Sent } from '@/test/server';
import { Password } from '.';

let sent: Sent[];
let answer: () => Answer;

beforeEach(() => {
  knownBases();
  answer = () => ({});
  sent = fakeRoutes({ changepassword: () => answer() });
});
afterEach(cleanup);

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function change(current: string, password: string) {
  render(
    <MantineProvider env="test">
      <Password />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
  await screen.findByLabelText('Current password');
  type('Current password', current);
  type('New password', password);
  type('Repeat new password', password);
  fireEvent.submit(document.querySelector('form') as HTMLFormElement);
}

test('sends the current and the new password, and closes', async () => {
  await change('Docz@2026', 'Docz@2027');
  await waitFor(() => expect(screen.queryByLabelText('Current password')).toBeNull());
  expect(bodyOf(sent.at(-1))).toEqual({ currentPassword: 'Docz@2026', password: 'Docz@2027' });
});

test('says in the spec’s words what is wrong, and sends nothing', async () => {
  await change('', 'abc');
  expect(screen.getByText('Please Enter Password')).toBeTruthy();
  expect(document.querySelectorAll('[id$="-error"]')).toHaveLength(2);
  expect(sent).toHaveLength(0);
});

test('a wrong current password is said under its field', async () => {
  answer = () => refused('currentPassword', 'The password is wrong');
  await change('Wrong@2026', 'Docz@2027');
  expect(await screen.findByText('The password is wrong')).toBeTruthy();
});
