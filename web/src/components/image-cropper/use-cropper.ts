import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import {
  type Area,
  type AreaRules,
  type CropperSettings,
  clampArea,
  firstArea,
  type Handle,
  type KeyIntent,
  moveArea,
  type PressedKey,
  readKey,
  resizeArea,
  type Size,
  scaleArea,
  toNatural,
} from './crop-area';
import { cutOut, waitForSize } from './output';

export type CropperState = 'loading' | 'loaded' | 'ready' | 'cropping' | 'failed';

/** How long after the last key the area counts as moving. */
const KEY_REST_MS = 350;

const shownSize = (picture: HTMLImageElement | null): Size => ({
  width: picture?.clientWidth ?? 0,
  height: picture?.clientHeight ?? 0,
});

const naturalSize = (picture: HTMLImageElement): Size => ({
  width: picture.naturalWidth,
  height: picture.naturalHeight,
});

/** State of the picture, from loaded to cropping, and its crop area. */
export function useCropper(settings: CropperSettings) {
  const picture = useRef<HTMLImageElement>(null);
  const [state, setState] = useState<CropperState>('loading');
  const [step, setStep] = useState(settings.keyboardStep);
  const [bounds, setBounds] = useState<Size>({ width: 0, height: 0 });
  const [area, setArea] = useState<Area | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isThere = useRef(true);

  const aspect = settings.maintainAspectRatio ? settings.aspectRatio : undefined;
  const rules: AreaRules = { bounds, least: settings.minimumCrop, aspect };

  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
      clearTimeout(rest.current);
    };
  }, []);

  const begin = useCallback(() => setState('cropping'), []);
  const end = useCallback(() => setState('ready'), []);

  async function onLoad() {
    setState('loaded');
    const hasSize = () => shownSize(picture.current).width > 1 && shownSize(picture.current).height > 1;
    const laidOut = await waitForSize(hasSize, () => isThere.current);
    if (!isThere.current) return;
    if (!laidOut) return setState('failed');
    const size = shownSize(picture.current);
    setBounds(size);
    setArea(firstArea({ ...rules, bounds: size }));
    setState('ready');
  }

  /** When the phone rotates or the window resizes, the area scales with the picture. */
  const follow = useCallback(() => {
    const size = shownSize(picture.current);
    if (!size.width || !size.height) return;
    setBounds((before) => {
      if (before.width && before.width !== size.width) {
        const ratio = size.width / before.width;
        setArea((old) => old && scaledBy(old, ratio));
      }
      return before.width ? size : before;
    });
  }, []);

  useEffect(() => {
    const watched = picture.current;
    if (!watched) return;
    const observer = new ResizeObserver(follow);
    observer.observe(watched);
    return () => observer.disconnect();
  }, [follow]);

  const change = (next: (old: Area) => Area) => setArea((old) => old && next(old));

  function apply(intent: KeyIntent) {
    if (intent.kind === 'step') return setStep(intent.step);
    change((old) => intended(old, intent, rules));
    begin();
    clearTimeout(rest.current);
    rest.current = setTimeout(end, KEY_REST_MS);
  }

  return {
    picture,
    state,
    step,
    area,
    bounds,
    aspect,
    setStep,
    begin,
    end,
    onLoad,
    onError: () => setState('failed'),
    drag: (next: Area) => setArea(clampArea(next, rules)),
    scale: (factor: number) => change((old) => scaleArea(old, factor, rules)),
    reset: () => setArea(firstArea(rules)),
    /** True when the key was handled. */
    press(key: PressedKey, handle?: Handle): boolean {
      const intent = area && readKey(key, step, handle);
      if (intent) apply(intent);
      return Boolean(intent);
    },
    /** Output size in source pixels. */
    natural: area && picture.current ? toNatural(area, rules, naturalSize(picture.current)) : null,
    cut(): string | null {
      if (!area || !picture.current) return null;
      setState('cropping');
      return cutOut(picture.current, toNatural(area, rules, naturalSize(picture.current)), settings);
    },
  };
}

export type Cropper = ReturnType<typeof useCropper>;

const scaledBy = (area: Area, ratio: number): Area => ({
  x: area.x * ratio,
  y: area.y * ratio,
  width: area.width * ratio,
  height: area.height * ratio,
});

function intended(area: Area, intent: Exclude<KeyIntent, { kind: 'step' }>, rules: AreaRules): Area {
  switch (intent.kind) {
    case 'move':
      return moveArea(area, intent.dx, intent.dy, rules);
    case 'resize':
      return resizeArea(area, intent.handle, intent.dx, intent.dy, rules);
    case 'scale':
      return scaleArea(area, intent.factor, rules);
  }
}

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
