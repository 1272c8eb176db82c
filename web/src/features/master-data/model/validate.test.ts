import { describe, expect, it } from 'vitest';
import { branch, field } from '@/test/definitions';
import type { Field } from './definition';
import { checkField, checkRecord } from './validate';

const said = (one: Field, value: string | null) => checkField(one, value, 'save')?.key ?? null;

describe('a record is checked as the server checks it', () => {
  it('asks to enter what is typed and to select what is chosen', () => {
    const faults = checkRecord(branch, { status: null, vault: false }, 'save');
    expect(Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, fault.key]))).toEqual({
      branchCode: 'enter',
      branchName: 'enter',
      tenantCode: 'select',
      apiKey: 'enter',
      status: 'select',
    });
  });

  it('keeps a secret that is left empty on an update', () => {
    const secret = field('apiKey', 'secret', { required: true, max: 20 });
    expect(checkField(secret, '', 'update')).toBeNull();
    expect(checkField(secret, '', 'save')).toEqual({ key: 'enter' });
  });

  it('counts characters, not bytes, and digits of numbers', () => {
    const name = field('name', 'text', { max: 3 });
    expect(said(name, 'அஆஇ')).toBeNull();
    expect(checkField(name, 'abcd', 'save')).toEqual({ key: 'maxLength', values: { max: 3 } });
    const days = field('days', 'int', { max: 4, least: 1, most: 9999 });
    expect(checkField(days, '12345', 'save')).toEqual({ key: 'maxDigits', values: { max: 4 } });
    expect(checkField(days, '0', 'save')).toEqual({ key: 'range', values: { min: 1, max: 9999 } });
    expect(said(days, '1.5')).toBe('wrongType');
  });

  it.each([
    ['code', 'BR 1', 'enterValid'],
    ['code', 'a.b_c@d+e-1', null],
    ['email', 'a@b', 'validEmail'],
    ['email', 'first.last+tag@mail.example.com', null],
    ['mobile', '12345', 'enterValid'],
    ['mobile', '+919840010101', null],
    ['url', 'http://hooks.example.com', 'httpsRequired'],
    ['url', 'http://localhost:8080/in', null],
    ['url', 'https://hooks.example.com/in?x=1', null],
    ['url', 'https://u@h:99999', 'httpsRequired'],
    ['ip', '10.0.0.256', 'enterValid'],
    ['ip', '::1', null],
    ['date', '2026-02-30', 'validDate'],
    ['date', '2026-02-28', null],
    ['text', 'line\nbreak', null],
    ['text', 'bell\u0007', 'enterValid'],
    ['password', 'a1@456', 'passwordShort'],
    ['password', 'a1@45678901234567890', 'passwordLong'],
    ['password', '1234567@', 'passwordNoLetter'],
    ['password', 'abcdefg1', 'passwordWeak'],
    ['password', 'Docz@2026', null],
    ['theme', '{"--t-brand":"#2b4acb","--t-radius":"8px"}', null],
    ['theme', '{"--t-brand":"red;}"}', 'invalidTheme'],
    ['theme', 'body{}', 'invalidTheme'],
  ] as const)('%s %j gives %s', (type, value, key) => {
    expect(said(field('x', type), value)).toBe(key);
  });

  it('names mail ids and user ids as the spec does', () => {
    expect(said(field('mailId', 'email'), 'a@')).toBe('validMailId');
    expect(said(field('userId', 'code'), 'a b')).toBe('validUserId');
    expect(said(field('status', 'enum', { chosen: true, options: ['Active'] }), 'Off')).toBe('selectValid');
  });
});
