import { type PointerEvent, useRef } from 'react';

type Point = { x: number; y: number };

const distance = ([first, second]: Point[]) =>
  first && second ? Math.hypot(first.x - second.x, first.y - second.y) : 0;

interface Pinch {
  /** Scale factor since the last move. */
  onPinch: (factor: number) => void;
  onStart: () => void;
  onEnd: () => void;
}

/**
 * Two fingers scale the crop area. `isPinching` stays true until both are lifted: the drag that the first finger
 * began must be ignored, or the area would jump.
 */
export function usePinch({ onPinch, onStart, onEnd }: Pinch) {
  const fingers = useRef(new Map<number, Point>());
  const pinching = useRef(false);

  const down = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') return;
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.current.size < 2) return;
    event.preventDefault();
    event.stopPropagation();
    if (!pinching.current) onStart();
    pinching.current = true;
  };

  const move = (event: PointerEvent) => {
    if (!fingers.current.has(event.pointerId)) return;
    const before = distance([...fingers.current.values()]);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const after = distance([...fingers.current.values()]);
    if (pinching.current && fingers.current.size === 2 && before > 0) onPinch(after / before);
  };

  const up = (event: PointerEvent) => {
    if (!fingers.current.delete(event.pointerId) || fingers.current.size > 0 || !pinching.current) return;
    pinching.current = false;
    onEnd();
  };

  return {
    isPinching: () => pinching.current,
    handlers: {
      onPointerDownCapture: down,
      onPointerMoveCapture: move,
      onPointerUpCapture: up,
      onPointerCancelCapture: up,
    },
  };
}
