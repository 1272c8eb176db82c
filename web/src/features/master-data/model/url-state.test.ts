import { describe, expect, it } from 'vitest';
import { branch } from './samples';
import {
  type ListState,
  listQuery,
  nextSort,
  readState,
  withFilter,
  withList,
  writeState,
} from './url-state';

const plain: ListState = { page: 1, size: 15, sort: null, q: '', filters: {}, open: null, key: '' };

describe('the state of a list in the url', () => {
  it('comes back as it was written', () => {
    const state: ListState = {
      page: 3,
      size: 50,
      sort: '-branchName',
      q: '600002',
      filters: { status: 'Active', vault: 'true' },
      open: 'edit',
      key: 'BR101*RETAIL',
    };
    expect(readState(writeState(state), branch)).toEqual(state);
  });

  it('leaves an untouched screen an untouched address', () => {
    expect(writeState(plain)).toEqual({});
    expect(readState({}, branch)).toEqual(plain);
  });

  it('survives what the router reads as numbers and truth values', () => {
    const state = readState({ q: 600002, 'f.vault': true, page: 2 }, branch);
    expect(state).toMatchObject({ q: '600002', filters: { vault: 'true' }, page: 2 });
  });

  it('ignores what nobody could have meant', () => {
    const search = { page: 'x', size: 7, sort: 'secretField', 'f.nothing': '1', open: 'evil', q: { a: 1 } };
    expect(readState(search, branch)).toEqual(plain);
    expect(readState({ page: -4 }, branch).page).toBe(1);
  });

  it('begins at the first page when the list changes, and keeps the page otherwise', () => {
    const third = { ...plain, page: 3 };
    expect(withList(third, { q: 'che' }).page).toBe(1);
    expect(withFilter(third, 'status', 'Active')).toMatchObject({ page: 1, filters: { status: 'Active' } });
    expect(withFilter(withFilter(third, 'status', 'Active'), 'status', null).filters).toEqual({});
  });

  it('sorts up, then down, then not at all', () => {
    expect(nextSort(null, 'city')).toBe('city');
    expect(nextSort('city', 'city')).toBe('-city');
    expect(nextSort('-city', 'city')).toBeNull();
    expect(nextSort('city', 'status')).toBe('status');
  });

  it('asks the service for pages counted from 0', () => {
    const state = { ...plain, page: 2, sort: 'city', q: 'che', filters: { status: 'Active' } };
    expect(listQuery(state)).toEqual({ page: 1, size: 15, sort: 'city', q: 'che', status: 'Active' });
  });
});
