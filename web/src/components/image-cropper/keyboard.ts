import type { Handle } from './crop-area';

/** The crop command of a key. */
export type KeyIntent =
  | { kind: 'step'; step: number }
  | { kind: 'move'; dx: number; dy: number }
  | { kind: 'resize'; handle: Handle; dx: number; dy: number }
  | { kind: 'scale'; factor: number };

export interface PressedKey {
  key: string;
  shiftKey: boolean;
  /** Leave browser and system shortcuts alone. */
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Fraction of the area that + and − add or remove per step. */
const SCALE_PER_STEP = 0.01;

/** 1 to 9 set the step, arrows move (with Shift or on a handle: resize), + and − scale. */
export function readKey(pressed: PressedKey, step: number, handle?: Handle): KeyIntent | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  if (/^[1-9]$/.test(pressed.key)) return { kind: 'step', step: Number(pressed.key) };
  if (pressed.key === '+' || pressed.key === '=') return { kind: 'scale', factor: 1 + step * SCALE_PER_STEP };
  if (pressed.key === '-') return { kind: 'scale', factor: 1 - step * SCALE_PER_STEP };
  const arrow = ARROWS[pressed.key];
  if (!arrow) return null;
  const [dx, dy] = [arrow[0] * step, arrow[1] * step];
  if (handle) return { kind: 'resize', handle, dx, dy };
  return pressed.shiftKey ? { kind: 'resize', handle: 'se', dx, dy } : { kind: 'move', dx, dy };
}
