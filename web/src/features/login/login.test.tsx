import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Auth } from '@/lib/session';
import { session } from '@/lib/session';
import { setLanguage } from '@/lib/wording';
import { anAuth, aToken } from '@/test/auth';
import { LoginPage } from '.';

const token = aToken(Date.now() + 900_000);
const bases = { admin: '/a', app: '/p', banker: '/b', customer: '/c', sms: '/s' };
const entities = [
  { entityCode: 'NGB', displayName: 'Northgate Bank', entityType: 'Bank' },
  { entityCode: 'KALVI', displayName: 'Kalvi Overseas', entityType: 'Education' },
];
const image = 'data:image/png;base64,AAAA';
let captchas = 0;
let login: () => Response;
const onDone = vi.fn<(auth: Auth) => void>();

const answer = (data: object, init?: ResponseInit) =>
  new Response(JSON.stringify({ status: 'S', data }), init);

function respond(url: string): Response {
  if (url.includes('mapping/domain')) {
    return answer({ record: { baseUrls: bases, captcha: true, countryCode: 'IN' } });
  }
  if (url.includes('entityList')) return answer({ content: entities });
  if (url.includes('tenancymaintenance')) {
    return answer({ content: [{ tenantCode: 'RETAIL', tenantName: 'Retail Banking' }] });
  }
  if (url.includes('captcha')) {
    captchas += 1;
    return answer({ record: { captchaId: `c${captchas}`, image, required: true } });
  }
  return login();
}

beforeEach(() => {
  captchas = 0;
  onDone.mockClear();
  login = () => answer({ record: anAuth() }, { headers: { Authorization: `Bearer ${token}` } });
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) => respond(url)),
  );
  render(
    <MantineProvider env="test">
      <LoginPage onDone={onDone} onEngaged={() => undefined} />
    </MantineProvider>,
  );
});
afterEach(async () => {
  cleanup();
  sessionStorage.clear();
  await setLanguage('en');
});

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Log in' }));

async function fill() {
  await screen.findByRole('option', { name: 'Northgate Bank' });
  type('Entity', 'NGB');
  await screen.findByRole('option', { name: 'Retail Banking' });
  await screen.findByLabelText('Captcha');
  type('User Id', ' ADMIN ');
  type('Password', 'Docz@2026');
  type('Captcha', '1234');
}

test('says under each field what is missing', async () => {
  await screen.findByLabelText('Captcha');
  submit();
  for (const message of [
    'Please Select Entity',
    'Please Enter User Id',
    'Please Enter Password',
    'Please Enter Captcha',
  ]) {
    expect(screen.getByText(message)).toBeTruthy();
  }
  expect(onDone).not.toHaveBeenCalled();
});

test('choosing an entity loads its tenants; the only one is chosen; its words come', async () => {
  await fill();
  await waitFor(() =>
    expect((screen.getByLabelText('Tenant Code') as HTMLSelectElement).value).toBe('RETAIL'),
  );
  expect(session.entityType()).toBe('Bank');
  expect(await screen.findByText('Every paper your bank needs, right the first time.')).toBeTruthy();
});

test('logs in with the token of the response header and hands over the auth object', async () => {
  await fill();
  await waitFor(() =>
    expect((screen.getByLabelText('Tenant Code') as HTMLSelectElement).value).toBe('RETAIL'),
  );
  submit();
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(anAuth()));
  expect(session.token()).toBe(token);
});

test('a refused login is said inline, with a new captcha and no popup', async () => {
  login = () =>
    new Response(
      JSON.stringify({ status: 'F', data: { ErrorCodeDTO: [] }, error: 'User Id Or Password Is Wrong' }),
      {
        status: 422,
      },
    );
  await fill();
  await waitFor(() =>
    expect((screen.getByLabelText('Tenant Code') as HTMLSelectElement).value).toBe('RETAIL'),
  );
  submit();
  expect((await screen.findByRole('alert')).textContent).toBe('User Id Or Password Is Wrong');
  await waitFor(() => expect(captchas).toBe(2));
  expect(session.token()).toBe('');
});

test('offers no audio where the server has none', async () => {
  await screen.findByLabelText('Captcha');
  expect(screen.queryByRole('button', { name: 'Listen to the characters' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Show another picture' })).toBeTruthy();
});
