import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { session } from '@/lib/session';
import { anAuth, aToken } from '@/test/auth';
import { fakeRoutes } from '@/test/routes';
import { knownBases } from '@/test/server';
import { StaffRoot } from './staff-root';
import { Providers } from './start';

beforeEach(() => {
  knownBases();
  window.scrollTo = () => {};
  fakeRoutes({
    'mapping/domain': () => ({ data: { record: { baseUrls: {}, countryCode: 'IN', captcha: false } } }),
    entityList: () => ({ data: { content: [] } }),
    resetpassword: () => ({}),
  });
});
afterEach(cleanup);

function at(path: string) {
  window.history.replaceState(null, '', path);
  render(
    <Providers onExpired={() => undefined}>
      <StaffRoot />
    </Providers>,
  );
}
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });

test('a forgotten password is asked about without leaving the page', async () => {
  at('/auth');
  fireEvent.click(await screen.findByRole('link', { name: 'Forgot password?' }));
  expect(await heading('Forgot your password?')).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Back to login' }));
  expect(await heading('Log in')).toBeTruthy();
});

test('a new password leads to the login, logged out, with the good news', async () => {
  session.setAuth(anAuth());
  session.setToken(aToken(Date.now() + 900_000));
  at('/auth/reset#secret');
  for (const label of ['New password', 'Repeat new password']) {
    fireEvent.change(await screen.findByLabelText(label), { target: { value: 'Docz@2027' } });
  }
  fireEvent.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByText(/Your new password is set/)).toBeTruthy();
  expect(window.location.href).toMatch(/\/auth$/);
  expect(session.token()).toBe('');
});

test('a customer is nobody here', async () => {
  session.setAuth(anAuth({ userType: 'C' }));
  session.setToken(aToken(Date.now() + 900_000));
  at('/admin/branch-master');
  expect(await heading('Log in')).toBeTruthy();
  await waitFor(() => expect(window.location.search).toContain('next='));
});
