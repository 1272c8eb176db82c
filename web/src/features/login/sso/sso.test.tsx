import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Auth } from '@/lib/session';
import { session } from '@/lib/session';
import { setLanguage } from '@/lib/wording';
import { anAuth, aToken } from '@/test/auth';
import { type Answer, bodyOf, fakeRoutes, heldBack } from '@/test/routes';
import { knownBases, type Sent } from '@/test/server';
import { LoginPage, SsoPage } from '..';
import { comeBack, forgetReturn, leaveFor } from './journey';

const token = aToken(Date.now() + 900_000);
const page = 'https://login.example/page?state=s1';
const provider = (appCode: string) => ({ appCode, hostName: `${appCode.toLowerCase()}.example` });
let choices: Answer;
let begin: () => Answer;
let finish: () => Answer;
let sent: Sent[];
const onDone = vi.fn<(auth: Auth) => void>();

beforeEach(() => {
  knownBases();
  onDone.mockClear();
  choices = { data: { record: { providers: [provider('BNK')], passwordLogin: true } } };
  begin = () => ({ data: { record: { authorizationUrl: page, ticket: 'ticket-1', expiresIn: 600 } } });
  finish = () => ({ data: { record: anAuth() }, headers: { Authorization: `Bearer ${token}` } });
  sent = fakeRoutes({
    'mapping/domain': () => ({ data: { record: { baseUrls: {}, countryCode: 'IN', captcha: false } } }),
    entityList: () => ({
      data: { content: [{ entityCode: 'NGB', displayName: 'Northgate Bank', entityType: 'Bank' }] },
    }),
    tenancymaintenance: () => ({ data: { content: [{ tenantCode: 'RETAIL', tenantName: 'Retail' }] } }),
    'sso/begin': () => begin(),
    'sso/finish': () => finish(),
    'app/sso': () => choices,
    usermasterlogin: () => ({ data: { record: anAuth() }, headers: { Authorization: `Bearer ${token}` } }),
  });
  window.history.replaceState(null, '', '/auth');
});
afterEach(async () => {
  cleanup();
  sessionStorage.clear();
  await setLanguage('en');
});

const show = (element: React.ReactElement) => render(<MantineProvider env="test">{element}</MantineProvider>);
const login = () => show(<LoginPage onDone={onDone} onEngaged={() => undefined} />);
const button = (name: string) => screen.findByRole('button', { name });

/** Starts the login as the button does, without leaving the test. */
function leave(next = '') {
  window.history.replaceState(null, '', `/auth${next}`);
  const went: string[] = [];
  leaveFor({ authorizationUrl: page, ticket: 'ticket-1', expiresIn: 600 }, (address) => went.push(address));
  return went;
}

function back(address: string) {
  window.history.replaceState(null, '', address);
  show(<SsoPage onDone={onDone} />);
}

test('an entity with a provider has a button beside the form', async () => {
  login();
  await button('Log in with single sign-on');
  expect(screen.getByLabelText('Password')).toBeTruthy();
  expect(bodyOf(sent.find(({ url }) => url.includes('/app/sso')))).toEqual({ entityCode: 'NGB' });
});

test('several providers are told apart, in Tamil too', async () => {
  choices = { data: { record: { providers: [provider('BNK'), provider('ADM')], passwordLogin: true } } };
  login();
  await button('Log in at bnk.example');
  await setLanguage('ta');
  await button('adm.example வழியாக உள்நுழை');
});

test('without a provider, or where it cannot be known, there is the form alone', async () => {
  choices = { status: 503, error: 'down' };
  login();
  await screen.findByLabelText('Password');
  await waitFor(() => expect(sent.some(({ url }) => url.includes('/app/sso'))).toBe(true));
  expect(screen.queryByRole('button', { name: /single sign-on/ })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('where passwords lead nowhere the form stands back, for emergencies only', async () => {
  choices = { data: { record: { providers: [provider('BNK')], passwordLogin: false } } };
  login();
  await button('Log in with single sign-on');
  expect(screen.queryByLabelText('Password')).toBeNull();
  fireEvent.click(await button('Log in with a password'));
  expect(screen.getByLabelText('Password')).toBeTruthy();
});

test('the button asks for the page, with entity and tenant in the body', async () => {
  begin = () => heldBack(30);
  login();
  const tenant = (await screen.findByLabelText('Tenant Code')) as HTMLSelectElement;
  await waitFor(() => expect(tenant.value).toBe('RETAIL'));
  fireEvent.click(await button('Log in with single sign-on'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/You can try again in 0:/);
  const asked = sent.find(({ url }) => url.includes('sso/begin'));
  expect(bodyOf(asked)).toMatchObject({ entityCode: 'NGB', tenantCode: 'RETAIL', appCode: 'BNK' });
});

test('leaving keeps the ticket in this tab and goes to https only', () => {
  expect(leave()).toEqual([page]);
  expect(sessionStorage.getItem('signOn')).toContain('ticket-1');
  const acting = { authorizationUrl: 'javascript:alert(1)', ticket: 't', expiresIn: 1 };
  expect(() => leaveFor(acting, () => undefined)).toThrow();
});

test.each(['?code=c1&state=s1', '#code=c1&state=s1'])('coming back with %s opens the session', async (said) => {
  leave('?next=%2Fadmin%2Fbranch-master');
  back(`/auth/sso${said}`);
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(anAuth()));
  expect(session.token()).toBe(token);
  const calls = sent.filter(({ url }) => url.includes('sso/finish'));
  expect(calls.map(bodyOf)).toEqual([{ ticket: 'ticket-1', code: 'c1', state: 's1' }]);
  // Neither code nor state stays in an address or appears in one of our calls.
  expect(window.location.href).toMatch(/\/auth\/sso\?next=%2Fadmin%2Fbranch-master$/);
  expect(sent.some(({ url }) => /c1|s1|ticket/.test(url))).toBe(false);
  expect(sessionStorage.getItem('signOn')).toBeNull();
});

test('who comes by a provider is asked for our own second factor where it is wanted', async () => {
  const record = {
    secondFactor: true,
    factorRef: 'f1.NGB',
    method: 'totp',
    maskedTo: null,
    expiresIn: 300,
    resendIn: 60,
    tenantCode: 'SME',
  };
  finish = () => ({ data: { record } });
  leave();
  back('/auth/sso?code=c1&state=s1');
  const field = await screen.findByLabelText('One-time code');
  expect(onDone).not.toHaveBeenCalled();
  expect(session.token()).toBe('');
  fireEvent.change(field, { target: { value: '123456' } });
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(anAuth()));
  const asked = sent.filter(({ url }) => url.includes('usermasterlogin'));
  expect(asked.map(bodyOf)).toEqual([{ factorRef: 'f1.NGB', factorCode: '123456', tenantCode: 'SME' }]);
  expect(session.token()).toBe(token);
});

test('a return that nobody began here redeems nothing', async () => {
  back('/auth/sso?code=c1&state=s1');
  expect(await screen.findByText(/was not started here/)).toBeTruthy();
  expect(sent.some(({ url }) => url.includes('sso/finish'))).toBe(false);
  expect(window.location.search).toBe('');
  expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/auth');
});

test('a ticket is used once and not for ever', () => {
  leave();
  window.history.replaceState(null, '', '/auth/sso?code=c1&state=s1');
  const first = comeBack();
  expect(first.kind).toBe('ready');
  expect(comeBack()).toEqual(first);
  forgetReturn(first);
  expect(window.location.search).toBe('');
  window.history.replaceState(null, '', '/auth/sso?code=c1&state=s1');
  expect(comeBack().kind).toBe('gone');
  sessionStorage.setItem('signOn', JSON.stringify({ ticket: 't', next: '', goodUntil: Date.now() - 1 }));
  window.history.replaceState(null, '', '/auth/sso?code=c1&state=s1');
  expect(comeBack().kind).toBe('gone');
});

test('a provider that says no is told apart', async () => {
  leave();
  back('/auth/sso?error=access_denied&state=s1');
  expect(await screen.findByText('Your identity provider did not let you in.')).toBeTruthy();
});

test('a refused return is said in the server’s words, with a way back', async () => {
  finish = () => ({ status: 422, error: 'UserId Not Found' });
  leave();
  back('/auth/sso?code=c1&state=s1');
  expect(await screen.findByText('UserId Not Found')).toBeTruthy();
  expect(onDone).not.toHaveBeenCalled();
  expect(session.token()).toBe('');
  expect(screen.getByRole('link', { name: 'Back to login' })).toBeTruthy();
});
