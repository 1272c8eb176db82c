import { describe, expect, it } from 'vitest';
import { cellName, differences, nextCell, readCell, shareOf, withCells } from './matrix-grid';

describe('the grid of switches', () => {
  it('names cells and reads the names back', () => {
    expect(readCell(cellName('SD-ADM-001', 'view'))).toEqual(['SD-ADM-001', 'view']);
  });

  it('tells what was added and what was taken away', () => {
    expect(differences(new Set(['a', 'b']), new Set(['b', 'c']))).toEqual({ added: ['c'], removed: ['a'] });
    expect(differences(new Set(['a']), new Set(['a']))).toEqual({ added: [], removed: [] });
  });

  it('switches many cells at once and leaves the set that was read alone', () => {
    const before = new Set(['a']);
    expect(withCells(before, ['b', 'c'], true)).toEqual(new Set(['a', 'b', 'c']));
    expect(withCells(before, ['a', 'z'], false)).toEqual(new Set());
    expect(before).toEqual(new Set(['a']));
  });

  it('knows all, some and none', () => {
    const cells = new Set(['a', 'b']);
    expect(shareOf(cells, ['a', 'b'])).toBe('all');
    expect(shareOf(cells, ['a', 'z'])).toBe('some');
    expect(shareOf(cells, ['y', 'z'])).toBe('none');
    expect(shareOf(cells, [])).toBe('none');
  });

  it('walks with the arrow keys and stops at the edge', () => {
    expect(nextCell('ArrowDown', [0, 0], 2, 3)).toEqual([1, 0]);
    expect(nextCell('ArrowDown', [1, 0], 2, 3)).toEqual([1, 0]);
    expect(nextCell('ArrowLeft', [1, 0], 2, 3)).toEqual([1, 0]);
    expect(nextCell('End', [1, 0], 2, 3)).toEqual([1, 2]);
    expect(nextCell('Enter', [1, 0], 2, 3)).toBeNull();
  });
});
