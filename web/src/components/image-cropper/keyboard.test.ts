import { describe, expect, it } from 'vitest';
import { DEFAULTS, readKey } from './crop-area';

const press = (key: string, more = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

describe('keys of the cropper', () => {
  it('sets the step with 1 to 9', () => {
    for (const digit of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      expect(readKey(press(String(digit)), 3)).toEqual({ kind: 'step', step: digit });
    }
    expect(readKey(press('0'), 3)).toBeNull();
  });

  it('moves by the step, which is 3 at first', () => {
    expect(DEFAULTS.keyboardStep).toBe(3);
    expect(readKey(press('ArrowLeft'), 3)).toEqual({ kind: 'move', dx: -3, dy: 0 });
    expect(readKey(press('ArrowDown'), 7)).toEqual({ kind: 'move', dx: 0, dy: 7 });
  });

  it('resizes with Shift, and on a handle', () => {
    expect(readKey(press('ArrowRight', { shiftKey: true }), 3)).toEqual({
      kind: 'resize',
      handle: 'se',
      dx: 3,
      dy: 0,
    });
    expect(readKey(press('ArrowUp'), 2, 'nw')).toEqual({ kind: 'resize', handle: 'nw', dx: 0, dy: -2 });
  });

  it('scales with plus and minus', () => {
    expect(readKey(press('+'), 5)).toEqual({ kind: 'scale', factor: 1.05 });
    expect(readKey(press('-'), 5)).toEqual({ kind: 'scale', factor: 0.95 });
  });

  it('leaves shortcuts and other keys alone', () => {
    expect(readKey(press('1', { ctrlKey: true }), 3)).toBeNull();
    expect(readKey(press('ArrowLeft', { altKey: true }), 3)).toBeNull();
    expect(readKey(press('Tab'), 3)).toBeNull();
  });
});
