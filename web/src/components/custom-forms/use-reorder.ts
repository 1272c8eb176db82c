import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

/** Target position of a dragged row: after all rows whose middle is above the pointer. */
export function placeAt(y: number, middles: number[], dragged: number): number {
  return middles.filter((middle, at) => at !== dragged && middle < y).length;
}

const middlesOf = (list: HTMLElement | null) =>
  [...(list?.children ?? [])].map((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2;
  });

/** Reorders rows by dragging a handle (mouse, pen or touch) or with the arrow keys. */
export function useReorder<ListElement extends HTMLElement>(onMove: (from: number, to: number) => void) {
  const list = useRef<ListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);

  function move(event: PointerEvent) {
    if (dragged === null) return;
    const to = placeAt(event.clientY, middlesOf(list.current), dragged);
    if (to === dragged) return;
    onMove(dragged, to);
    setDragged(to);
  }

  const end = () => setDragged(null);

  const handle = (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged(index);
    },
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
    onKeyDown(event: KeyboardEvent) {
      const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
      if (!by) return;
      event.preventDefault();
      onMove(index, index + by);
    },
  });

  return { list, dragged, handle };
}

/** Moves the item at `from` to `to`; positions outside the list change nothing. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  const rest = items.filter((_, index) => index !== from);
  if (item === undefined || to < 0 || to >= items.length || from === to) return [...items];
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}
