import { describe, expect, it } from 'vitest';
import { branch, roleAction } from '@/test/definitions';
import type { Field } from './definition';
import { notCopied, startValues, toBody } from './record';

const found = {
  branchCode: 'BR101',
  branchName: 'Anna Salai',
  tenantCode: 'RETAIL',
  state: 'TN',
  city: null,
  emailAddress: 'a@b.in',
  floors: 4,
  apiKeySet: true,
  vault: true,
  status: 'InActive',
  versionNumber: 6,
};

describe('a record on its way into a form and out', () => {
  it('takes the current password along with a new one, and never alone', () => {
    const secret = branch.fields.find(({ name }) => name === 'apiKey') as Field;
    const user = { ...branch, fields: [...branch.fields, { ...secret, name: 'password' }] };
    const typed = { ...startValues(user, 'edit', found), currentPassword: 'Docz@2026' };
    expect(toBody(user, { ...typed, password: 'Fresh@2027' }, found).currentPassword).toBe('Docz@2026');
    expect(toBody(user, { ...typed, password: '' }, found)).not.toHaveProperty('currentPassword');
  });

  it('leaves an empty secret out, and says so of one that is removed', () => {
    const typed = startValues(branch, 'edit', found);
    expect(toBody(branch, typed, found)).not.toHaveProperty('apiKeySet');
    expect(toBody(branch, { ...typed, apiKeySet: false }, found)).toMatchObject({ apiKeySet: false });
    const replaced = toBody(branch, { ...typed, apiKey: 'new', apiKeySet: false }, found);
    expect(replaced.apiKey).toBe('new');
    expect(replaced).not.toHaveProperty('apiKeySet');
  });

  it('takes the changed roles and branches of a user along, and leaves the others out', () => {
    const user = { ...branch, resource: 'usermaster' };
    const typed = { ...startValues(user, 'edit', found), roles: '["BANKER"]', branches: '' };
    expect(toBody(user, typed, found)).toMatchObject({ roles: ['BANKER'] });
    expect(toBody(user, typed, found)).not.toHaveProperty('branches');
    expect(toBody(branch, typed, found)).not.toHaveProperty('roles');
  });

  it('begins empty, switched off and Active', () => {
    expect(startValues(branch, 'create')).toMatchObject({
      branchCode: '',
      tenantCode: null,
      floors: '',
      apiKey: '',
      vault: false,
      status: 'Active',
    });
  });

  it('goes out as it came in when nothing was touched, without its secret', () => {
    const body = toBody(branch, startValues(branch, 'edit', found), found);
    expect(body).toMatchObject({ branchCode: 'BR101', city: null, floors: 4, vault: true, status: 'InActive' });
    expect(body.versionNumber).toBe(6);
    expect('apiKey' in body).toBe(false);
  });

  it('trims what was typed, but never a secret', () => {
    const values = { ...startValues(branch, 'create'), branchName: '  Anna  ', apiKey: ' x ' };
    expect(toBody(branch, values)).toMatchObject({ branchName: 'Anna', apiKey: ' x ' });
  });

  it('a copy leaves out the typed key and what must be unique', () => {
    const values = startValues(branch, 'copy', found);
    expect(values).toMatchObject({ branchCode: '', tenantCode: 'RETAIL', emailAddress: '', status: 'InActive' });
  });

  it('where all of a key is chosen, a copy leaves out its last part', () => {
    expect([...notCopied(roleAction)]).toEqual(['actionCode']);
  });
});
