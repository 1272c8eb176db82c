import { expect, it } from 'vitest';
import { branch, field } from '@/test/definitions';
import { keyOf, keyText, readKey } from './definition';

it('a key of two fields goes into a url and back', () => {
  const record = { branchCode: 'BR@1*x', tenantCode: 'RETAIL', branchName: 'Anna Salai' };
  const text = keyText(branch, record);
  expect(readKey(branch, text)).toEqual(keyOf(branch, record));
});

it('an empty part of a key means any, and numbers stay numbers', () => {
  const rule = {
    ...branch,
    key: ['ruleCode', 'sequenceNo'],
    fields: [field('ruleCode', 'code'), field('sequenceNo', 'int')],
  };
  expect(readKey(rule, keyText(rule, { ruleCode: null, sequenceNo: 7 }))).toEqual({ ruleCode: null, sequenceNo: 7 });
});

it('a key with too few parts or broken escapes is none', () => {
  expect(readKey(branch, 'BR101')).toBeNull();
  expect(readKey(branch, '%E0%A4%A*RETAIL')).toBeNull();
});

it('a singleton has the empty key', () => {
  expect(readKey({ ...branch, key: [] }, '')).toEqual({});
});
