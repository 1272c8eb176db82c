import { describe, expect, it } from 'vitest';
import { moved, placeAt } from './use-reorder';

describe('reordering', () => {
  it('moves an item up and down', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  });

  it('changes nothing outside of the list', () => {
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
    expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
    expect(moved(['a', 'b'], 5, 0)).toEqual(['a', 'b']);
  });

  it('finds the place under the pointer', () => {
    const middles = [10, 30, 50];
    expect(placeAt(5, middles, 1)).toBe(0);
    expect(placeAt(31, middles, 1)).toBe(1);
    expect(placeAt(45, middles, 1)).toBe(1);
    expect(placeAt(55, middles, 1)).toBe(2);
    expect(placeAt(999, middles, 0)).toBe(2);
  });
});
