import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Definition } from '@/lib/definitions';
import { session } from '@/lib/session';
import { setLanguage } from '@/lib/wording';
import { anAuth, aToken } from '@/test/auth';
import { type Answer, bodyOf, fakeRoutes, heldBack } from '@/test/routes';
import { headerOf, knownBases, type Sent } from '@/test/server';
import { startValues } from '../../model/record';
import SsoForm from './sso-form';

const field = (name: string, type: string) => ({
  name,
  type,
  max: 100,
  required: false,
  key: name === 'appCode',
  unique: false,
  chosen: false,
});
const definition = {
  resource: 'ssoconfiguration',
  area: 'sms',
  screens: ['SD-SMS-008'],
  key: ['appCode'],
  label: 'hostName',
  tenantScoped: false,
  actions: ['access', 'view', 'edit'],
  fields: [
    field('appCode', 'code'),
    field('protocol', 'text'),
    field('hostName', 'text'),
    field('portNumber', 'int'),
    field('dnName', 'text'),
    field('cnName', 'text'),
    field('clientSecret', 'secret'),
    field('ssoOnly', 'bool'),
  ],
} as unknown as Definition;
const record = {
  appCode: 'BNK',
  protocol: 'OIDC',
  hostName: 'login.example',
  portNumber: 443,
  dnName: 'docz',
  cnName: 'sub',
  clientSecretSet: true,
  ssoOnly: false,
};
let answer: () => Answer;
let sent: Sent[];

beforeEach(() => {
  knownBases();
  session.setAuth(anAuth());
  session.setToken(aToken(Date.now() + 900_000));
  answer = () => ({ data: { record: { outcome: 'ok' } } });
  sent = fakeRoutes({ 'ssoconfiguration/test': () => answer() });
});
afterEach(async () => {
  cleanup();
  sessionStorage.clear();
  await setLanguage('en');
});

function draw({
  typed = {},
  mode = 'edit',
  readOnly = false,
}: {
  typed?: object;
  mode?: 'edit' | 'create';
  readOnly?: boolean;
} = {}) {
  const stored = mode === 'edit' ? record : undefined;
  const values = { ...startValues(definition, mode, stored), ...typed };
  const nothing = () => undefined;
  const isDirty = () => Object.keys(typed).length > 0;
  const form = { values, errors: {}, set: nothing, checkOne: nothing, isDirty };
  render(
    <MantineProvider env="test">
      <SsoForm definition={definition} form={form} record={stored} mode={mode} readOnly={readOnly} />
    </MantineProvider>,
  );
}
const button = () => screen.findByRole('button', { name: 'Test connection' }) as Promise<HTMLButtonElement>;

test('a stored server is tested, and only its code is sent', async () => {
  draw();
  fireEvent.click(await button());
  expect(await screen.findByText('The connection works.')).toBeTruthy();
  expect(sent).toHaveLength(1);
  expect(headerOf(sent[0] as Sent).operation).toBe('U');
  expect(bodyOf(sent[0])).toMatchObject({ appCode: 'BNK' });
  expect(JSON.stringify(bodyOf(sent[0]))).not.toContain('login.example');
});

test.each([
  ['notListed', /not on the operator/],
  ['clearText', /without encryption/],
  ['silent', /could not be reached/],
  ['account', /search account/],
  ['base', /DN Name/],
  ['answer', /did not answer as expected/],
  ['notUsable', /cannot be used/],
])('%s is said in words', async (outcome, words) => {
  answer = () => ({ data: { record: { outcome } } });
  draw();
  fireEvent.click(await button());
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
});

test('who tries too often is told when to come back', async () => {
  answer = () => heldBack(60);
  draw();
  fireEvent.click(await button());
  expect((await screen.findByRole('alert')).textContent).toMatch(/You can try again in/);
  expect((await button()).disabled).toBe(true);
});

test('what is not saved is not tested', async () => {
  draw({ typed: { hostName: 'other.example' } });
  expect((await button()).disabled).toBe(true);
  expect(screen.getByText('Save your changes first; the test uses the saved configuration.')).toBeTruthy();
  cleanup();
  draw({ typed: { clientSecret: 'new' } });
  expect((await button()).disabled).toBe(true);
  cleanup();
  draw({ mode: 'create' });
  expect(screen.queryByRole('button', { name: 'Test connection' })).toBeNull();
  cleanup();
  draw({ readOnly: true });
  expect(screen.queryByRole('button', { name: 'Test connection' })).toBeNull();
});

test('in Tamil too', async () => {
  await setLanguage('ta');
  draw();
  fireEvent.click(await screen.findByRole('button', { name: 'இணைப்பைச் சோதி' }));
  expect(await screen.findByText('இணைப்பு செயல்படுகிறது.')).toBeTruthy();
});
