import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expired, expireSession } from '@/lib/feedback';
import { session } from '@/lib/session';
import { anAuth, aToken } from '@/test/auth';
import { bodyOf, fakeRoutes } from '@/test/routes';
import { knownBases, type Sent } from '@/test/server';
import { Providers } from '../start';
import { ProviderRoot } from './provider-root';

const customer = anAuth({ userId: 'meena@example.com', userType: 'C', userName: 'Meena', screens: [] });
let sent: Sent[];

beforeEach(() => {
  knownBases();
  window.scrollTo = () => {};
  sent = fakeRoutes({
    'mapping/domain': () => ({ data: { record: { baseUrls: {}, countryCode: 'IN', captcha: true } } }),
    entityList: () => ({ data: { content: [] } }),
    customerusermasterLogin: () => ({
      data: { record: { otpRef: 'r', channel: 'SMS', maskedTo: '+91•••345', expiresIn: 300, resendIn: 60 } },
    }),
    customerusermaster: () => ({ data: { record: { firstName: 'Meena', versionNumber: 1 } } }),
    'docrequest/search': () => ({ data: { content: [] } }),
    usermasterlogout: () => ({}),
  });
});
afterEach(() => {
  cleanup();
  expired.set(false);
});

function at(path: string, auth?: typeof customer) {
  window.history.replaceState(null, '', path);
  if (auth) session.setAuth(auth);
  if (auth) session.setToken(aToken(Date.now() + 900_000));
  render(
    <Providers onExpired={() => undefined}>
      <ProviderRoot />
    </Providers>,
  );
}
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });

test('everything leads to the login first, and back to where it began', async () => {
  at('/provider/profile');
  expect(await heading('Customer Login')).toBeTruthy();
  expect(window.location.pathname + window.location.search).toBe('/provider/login?next=%2Fprovider%2Fprofile');
});

test('a member of the staff is nobody here', async () => {
  at('/provider/requests', anAuth());
  expect(await heading('Customer Login')).toBeTruthy();
});

test('any other path is Page Not Found with the provider’s login', async () => {
  at('/provider/nope');
  expect(await heading('Page Not Found')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to Login' }).getAttribute('href')).toBe('/provider/login');
});

test('a customer sees the requests, and says so when there are none', async () => {
  at('/provider', customer);
  expect(await heading('My Requests')).toBeTruthy();
  expect(window.location.pathname).toBe('/provider/requests');
  expect(screen.getByText('Hello Meena')).toBeTruthy();
  expect(await screen.findByText("You're all set")).toBeTruthy();
  expect(screen.getByText('Northgate Bank')).toBeTruthy();
});

test('a request has an address of its own below My Requests', async () => {
  at('/provider/requests/N2611150000427', customer);
  expect(await heading('Upload Documents')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'My Requests', current: true })).toBeTruthy();
  expect(sent.some(({ url }) => url.includes('docrequest@'))).toBe(true);
});

test('the links lead on without loading the page anew', async () => {
  at('/provider/requests', customer);
  fireEvent.click(await screen.findByRole('link', { name: 'Profile' }));
  expect(await heading('Update Your Profile')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Profile' }).getAttribute('aria-current')).toBe('page');
});

test('a link is taken out of the address and wins over whoever is logged in', async () => {
  at('/provider/login#link=abc', customer);
  expect(await screen.findByText(/We sent a 6-digit code to/)).toBeTruthy();
  expect(window.location.hash).toBe('');
  const asked = sent.find(({ url }) => url.includes('customerusermasterLogin'));
  expect(bodyOf(asked)).toEqual({ linkToken: 'abc' });
  expect(asked?.headers.Authorization).toBeUndefined();
});

test('an ended session leaves nothing on the screen but the dialog', async () => {
  at('/provider/requests', customer);
  await heading('My Requests');
  expireSession();
  await waitFor(() => expect(screen.queryByText('My Requests')).toBeNull());
  expect(await screen.findByText('Dear User, the session has been expired!')).toBeTruthy();
});

test('logging out asks first, then tells the server and ends the session', async () => {
  at('/provider/requests', customer);
  fireEvent.click(await screen.findByRole('button', { name: 'Menu' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  await screen.findByText('Log out?');
  fireEvent.click(await screen.findByText('Log out', { selector: '.mantine-Modal-body *' }));
  await waitFor(() => expect(sent.some(({ url }) => url.includes('usermasterlogout'))).toBe(true));
  await waitFor(() => expect(session.auth()).toBeNull());
});
