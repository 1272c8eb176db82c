import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Auth } from '@/lib/session';
import { session } from '@/lib/session';
import { setLanguage } from '@/lib/wording';
import { anAuth, aToken } from '@/test/auth';
import { type Answer, bodyOf, fakeRoutes, heldBack } from '@/test/routes';
import type { Sent } from '@/test/server';

const token = aToken(Date.now() + 900_000);
const bases = { admin: '/a', app: '/p', banker: '/b', customer: '/c', sms: '/s' };
const entities = [
  { entityCode: 'NGB', displayName: 'Northgate Bank', entityType: 'Bank', logo: '/provider/brand/NGB/3/logo' },
  { entityCode: 'KALVI', displayName: 'Kalvi Overseas', entityType: 'Education', logo: null },
];
const image = 'data:image/png;base64,AAAA';
const hostEntity = {
  ...entities[0],
  logo: image,
  banner: image,
  theme: { '--t-brand': '#0b5d4a' },
};
const loggedIn = (): Answer => ({
  data: { record: anAuth() },
  headers: { Authorization: `Bearer ${token}` },
});
let captchas = 0;
let login: () => Answer;
let sent: Sent[];
const onDone = vi.fn<(auth: Auth) => void>();

/** The answer to mapping/domain is cached per page, so every test gets a fresh page. */
interface Opening {
  entity?: object;
  audio?: string;
  notice?: string;
  demoPassword?: string;
}

async function open({ entity, audio, notice, demoPassword }: Opening = {}) {
  sent = fakeRoutes({
    'mapping/domain': () => ({
      data: { record: { baseUrls: bases, captcha: true, countryCode: 'IN', entity, demoPassword } },
    }),
    entityList: () => ({ data: { content: entities } }),
    tenancymaintenance: () => ({
      data: { content: [{ tenantCode: 'RETAIL', tenantName: 'Retail Banking' }] },
    }),
    'captcha/audio': () => ({ bytes: new ArrayBuffer(8) }),
    captcha: () => {
      captchas += 1;
      const answer = demoPassword && '246810';
      return { data: { record: { captchaId: `c${captchas}`, image, required: true, audio, answer } } };
    },
    usermasterlogin: () => login(),
    resetpassword: () => ({}),
  });
  vi.resetModules();
  const { startWording, completeWording } = await import('@/lib/wording');
  await startWording();
  await completeWording();
  const { LoginPage } = await import('.');
  render(
    <MantineProvider env="test">
      <LoginPage notice={notice} onDone={onDone} onEngaged={() => undefined} />
    </MantineProvider>,
  );
  await screen.findByLabelText('Captcha');
}

beforeEach(() => {
  captchas = 0;
  onDone.mockClear();
  login = loggedIn;
});
afterEach(async () => {
  cleanup();
  sessionStorage.clear();
  document.documentElement.removeAttribute('style');
  await setLanguage('en');
});

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Log in' }));

async function fill() {
  await screen.findByRole('option', { name: 'Northgate Bank' });
  type('Entity', 'NGB');
  await screen.findByRole('option', { name: 'Retail Banking' });
  type('User ID', ' ADMIN ');
  type('Password', 'Docz@2026');
  type('Captcha', '1234');
  await waitFor(() => expect((screen.getByLabelText('Tenant Code') as HTMLSelectElement).value).toBe('RETAIL'));
}

test('shows logo and name of the entity that is chosen', async () => {
  await open();
  await screen.findByRole('option', { name: 'Northgate Bank' });
  const frame = screen.getByRole('banner');
  expect(within(frame).getByText('Docz')).toBeTruthy();
  type('Entity', 'NGB');
  expect(await within(frame).findByText('Northgate Bank')).toBeTruthy();
  expect(frame.querySelector('img')?.getAttribute('src')).toBe('/provider/brand/NGB/3/logo');
  type('Entity', '');
  expect(await within(frame).findByText('Docz')).toBeTruthy();
});

test('says under each field what is missing', async () => {
  await open();
  submit();
  for (const message of [
    'Please Select Entity',
    'Please Enter User ID',
    'Please Enter Password',
    'Please Enter Captcha',
  ]) {
    expect(screen.getByText(message)).toBeTruthy();
  }
  expect(document.activeElement).toBe(screen.getByLabelText('Entity'));
  expect(onDone).not.toHaveBeenCalled();
});

test('choosing an entity loads its tenants; the only one is chosen; its words come', async () => {
  await open();
  await fill();
  expect(session.entityType()).toBe('Bank');
  expect(await screen.findByText('Every document you need, right first time.')).toBeTruthy();
});

test('logs in with the token of the response header and hands over the auth object', async () => {
  await open();
  await fill();
  submit();
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(anAuth()));
  expect(session.token()).toBe(token);
});

test('a refused login is said inline, with a new captcha and no popup', async () => {
  login = () => ({ status: 422, error: 'The user ID or password is wrong' });
  await open();
  await fill();
  submit();
  expect((await screen.findByRole('alert')).textContent).toBe('The user ID or password is wrong');
  await waitFor(() => expect(captchas).toBe(2));
  expect(session.token()).toBe('');
});

test('too many tries are held back inline until the time is over', async () => {
  login = () => heldBack(43);
  await open();
  await fill();
  submit();
  expect((await screen.findByRole('alert')).textContent).toMatch(/Too many attempts\..*You can try again in 0:4\d\./);
  const button = screen.getByRole('button', { name: 'Log in' }) as HTMLButtonElement;
  expect(button.disabled).toBe(true);
});

test("on an entity's own address the entity is chosen, named and themed", async () => {
  await open({ entity: hostEntity });
  expect(await screen.findByRole('heading', { name: 'Log in to Northgate Bank' })).toBeTruthy();
  expect(screen.queryByLabelText('Entity')).toBeNull();
  expect(document.querySelectorAll(`img[src="${image}"][alt=""]`).length).toBe(2);
  expect(document.documentElement.style.getPropertyValue('--t-brand')).toBe('#0b5d4a');
  await screen.findByRole('option', { name: 'Retail Banking' });
  type('User ID', 'ADMIN');
  type('Password', 'Docz@2026');
  type('Captcha', '1234');
  await waitFor(() => expect((screen.getByLabelText('Tenant Code') as HTMLSelectElement).value).toBe('RETAIL'));
  submit();
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(JSON.parse(sent.at(-1)?.body ?? '').entityCode).toBe('NGB');
});

test('good news from the page before stands above the form', async () => {
  await open({ notice: 'Your new password is set.' });
  expect(screen.getByText('Your new password is set.')).toBeTruthy();
});

test('offers no audio where the server has none', async () => {
  await open();
  expect(screen.queryByRole('button', { name: 'Listen to the characters' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Show another picture' })).toBeTruthy();
});

/** The parts of Web Audio used here. */
function fakeAudio(decode: () => Promise<object>) {
  const source = { connect: vi.fn(), start: vi.fn(), onended: () => undefined, buffer: undefined as unknown };
  const close = vi.fn(async () => undefined);
  class FakeContext {
    destination = {};
    createBufferSource = () => source;
    decodeAudioData = decode;
    close = close;
  }
  vi.stubGlobal('AudioContext', FakeContext);
  return { source, close };
}
const listen = () => fireEvent.click(screen.getByRole('button', { name: 'Listen to the characters' }));

test('reads the captcha out, and stops when asked to', async () => {
  const sound = { duration: 6 };
  const { source, close } = fakeAudio(async () => sound);
  await open({ audio: 'captcha/audio' });
  listen();
  const stop = await screen.findByRole('button', { name: 'Stop listening' });
  expect(JSON.parse(sent.at(-1)?.body ?? '')).toEqual({ captchaId: 'c1' });
  expect(source.buffer).toBe(sound);
  expect(source.start).toHaveBeenCalled();
  fireEvent.click(stop);
  expect(close).toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Listen to the characters' })).toBeTruthy();
});

test('says so when the captcha cannot be read out', async () => {
  fakeAudio(() => Promise.reject(new Error('no sound')));
  await open({ audio: 'captcha/audio' });
  listen();
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be read out/);
});

test('a password that somebody else has set is changed before anything else', async () => {
  login = () => ({ data: { record: { passwordChange: true, resetToken: 'secret.NGB', expiresIn: 900 } } });
  await open();
  await fill();
  submit();
  expect(await screen.findByRole('heading', { name: 'Choose your own password' })).toBeTruthy();
  expect(onDone).not.toHaveBeenCalled();
  expect(session.token()).toBe('');
  type('New password', 'Chosen#2027');
  type('Repeat new password', 'Chosen#2027');
  fireEvent.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByText('Your new password is set. Please log in with it.')).toBeTruthy();
  expect(bodyOf(sent.find(({ url }) => url.includes('resetpassword')))).toEqual({
    resetToken: 'secret.NGB',
    password: 'Chosen#2027',
  });
});

test('a demo offers its roles: one click logs in, with the captcha that it tells', async () => {
  await open({ demoPassword: 'Docz@2026' });
  fireEvent.click(await screen.findByRole('button', { name: 'Log in as Checker of Kalvi Overseas' }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(bodyOf(sent.find(({ url }) => url.includes('usermasterlogin')))).toMatchObject({
    entityCode: 'KALVI',
    tenantCode: 'MAIN',
    userId: 'CHECKER1',
    password: 'Docz@2026',
    captchaAnswer: '246810',
  });
  expect(screen.getByRole('link', { name: /Demo mailbox/ }).getAttribute('href')).toBe('/demo/mailbox');
});

test('no other server offers roles', async () => {
  await open();
  expect(screen.queryByRole('button', { name: /Log in as/ })).toBeNull();
});
