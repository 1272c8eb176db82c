import { describe, expect, it } from 'vitest';
import { type ListState, nextSort, pageQuery, readState, withFilter, writeState } from '@/components/list';
import { branch } from '@/test/definitions';
import { addressOf } from './url-state';

const address = addressOf(branch);
const plain: ListState = { page: 1, size: 15, sort: '', q: '', filters: {}, open: '', key: '' };

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
    expect(readState(writeState(state, address), address)).toEqual(state);
  });

  it('leaves an untouched screen an untouched address', () => {
    expect(writeState(plain, address)).toEqual({});
    expect(readState({}, address)).toEqual(plain);
  });

  it('survives what the router reads as numbers and truth values', () => {
    const state = readState({ q: 600002, 'f.vault': true, page: 2 }, address);
    expect(state).toMatchObject({ q: '600002', filters: { vault: 'true' }, page: 2 });
  });

  it('ignores what nobody could have meant', () => {
    const search = { page: 'x', size: 7, sort: 'secretField', 'f.nothing': '1', open: 'evil', q: { a: 1 } };
    expect(readState(search, address)).toEqual(plain);
    expect(readState({ page: -4 }, address).page).toBe(1);
  });

  it('begins at the first page when a filter changes', () => {
    const third = { ...plain, page: 3 };
    expect(withFilter(third, 'status', 'Active')).toMatchObject({ page: 1, filters: { status: 'Active' } });
    expect(withFilter(withFilter(third, 'status', 'Active'), 'status', null).filters).toEqual({});
  });

  it('sorts up, then down, then not at all', () => {
    expect(nextSort('', 'city', '')).toBe('city');
    expect(nextSort('city', 'city', '')).toBe('-city');
    expect(nextSort('-city', 'city', '')).toBe('');
    expect(nextSort('city', 'status', '')).toBe('status');
  });

  it('asks the service for pages counted from 0', () => {
    const state = { ...plain, page: 2, sort: 'city', q: 'che', filters: { status: 'Active' } };
    expect(pageQuery(state)).toEqual({ page: 1, size: 15, sort: 'city', q: 'che', status: 'Active' });
  });
});
