import { describe, expect, it } from 'vitest';
import { branch } from '@/test/definitions';
import { changesOf } from './diff';

describe('a history entry in words', () => {
  it('tells old and new of each changed field, in the order of the form', () => {
    const changes = changesOf(branch, { changed: { status: ['Active', 'InActive'], branchName: ['A', 'B'] } });
    expect(changes.map((change) => [change.field, change.before, change.after])).toEqual([
      ['branchName', 'A', 'B'],
      ['status', 'Active', 'InActive'],
    ]);
  });

  it('of a secret it says only that it changed', () => {
    expect(changesOf(branch, { changed: { apiKey: '(changed)' } })).toEqual([
      { field: 'apiKey', before: null, after: null, hidden: true },
    ]);
    expect(changesOf(branch, { record: { apiKeySet: true } })[0]?.hidden).toBe(true);
  });

  it('a new record lists what was filled in, a deleted one what was lost', () => {
    const made = changesOf(branch, { record: { branchCode: 'BR1', city: null, vault: false } });
    expect(made.map((change) => [change.field, change.after])).toEqual([
      ['branchCode', 'BR1'],
      ['vault', false],
    ]);
    const lost = changesOf(branch, { was: { branchCode: 'BR1', versionNumber: 2 } });
    expect(lost).toEqual([{ field: 'branchCode', before: 'BR1', after: null, hidden: false }]);
  });

  it('an entry without detail changed nothing we can name', () => {
    expect(changesOf(branch, null)).toEqual([]);
  });
});
