import { useDebouncedCallback } from '@mantine/hooks';
import { type KeyboardEvent, type TouchEvent, useRef, useState } from 'react';
import { convertToPercentCrop, convertToPixelCrop, type PercentCrop } from 'react-image-crop';
import {
  AREA_KEY,
  type Area,
  type AreaRules,
  cutOut,
  firstArea,
  type Handle,
  pressKey,
  scaleArea,
  toNatural,
} from './crop-area';
import type { CropperSettings } from './settings';
import { waitForSize } from './wait-for-size';

/** How long after the last key the area counts as moving. */
const KEY_REST_MS = 350;

function span({ touches: { 0: one, 1: other } }: TouchEvent) {
  return one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;
}

/** State of the picture, from loaded to cropping, and its crop area in percent, which stays right in a resized window. */
export function useCropper(settings: CropperSettings) {
  const picture = useRef<HTMLImageElement>(null);
  const [state, setState] = useState<'loading' | 'loaded' | 'ready' | 'cropping' | 'failed'>('loading');
  const [step, setStep] = useState(settings.keyboardStep);
  const [crop, setCrop] = useState<PercentCrop>();
  const endSoon = useDebouncedCallback(() => setState('ready'), KEY_REST_MS);
  /** Above 0 until both fingers are lifted: the drag that the first one began must be ignored, or the area would jump. */
  const fingers = useRef(0);

  const aspect = settings.maintainAspectRatio ? settings.aspectRatio : undefined;
  const shown = () => ({ width: picture.current?.clientWidth ?? 0, height: picture.current?.clientHeight ?? 0 });

  function change(next: (area: Area, rules: AreaRules) => Area) {
    const bounds = shown();
    const { width, height } = bounds;
    const rules = { bounds, least: settings.minimumCrop, aspect };
    setCrop((old = { unit: '%', x: 0, y: 0, width: 100, height: 100 }) =>
      convertToPercentCrop({ unit: 'px', ...next(convertToPixelCrop(old, width, height), rules) }, width, height),
    );
  }

  const reset = () => change((_area, rules) => firstArea(rules));
  const scale = (factor: number) => change((area, rules) => scaleArea(area, factor, rules));

  async function onLoad() {
    setState('loaded');
    const hasSize = () => shown().width > 1 && shown().height > 1;
    const isLaidOut = await waitForSize(hasSize, () => picture.current !== null);
    if (!picture.current) return;
    setState(isLaidOut ? 'ready' : 'failed');
    if (isLaidOut) reset();
  }

  /** Runs before the library's own handler, which only knows one fixed step. */
  function onKeyDownCapture(event: KeyboardEvent<HTMLElement>) {
    const { key, shiftKey, ctrlKey, metaKey, altKey, target } = event;
    if (!crop) return;
    // Shortcuts of the browser and the system, which the library would take for its own.
    if (ctrlKey || metaKey || altKey) return event.stopPropagation();
    if (/^[1-9]$/.test(key)) setStep(Number(key));
    else if (AREA_KEY.test(key)) {
      const handle = ((target as HTMLElement).dataset.ord ?? (shiftKey ? 'se' : undefined)) as Handle | undefined;
      change((area, rules) => pressKey(area, key, step, rules, handle));
      setState('cropping');
      endSoon();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function liftFinger({ touches }: TouchEvent) {
    if (touches.length > 0 || fingers.current === 0) return;
    fingers.current = 0;
    setState('ready');
  }

  const { naturalWidth = 0, naturalHeight = 0 } = picture.current ?? {};
  /** Output size in source pixels. */
  const natural = crop && toNatural(crop, { width: naturalWidth, height: naturalHeight }, aspect);
  return {
    ...{ state, step, setStep, crop, natural, reset, scale },
    imageProps: { ref: picture, onLoad: () => void onLoad(), onError: () => setState('failed') },
    cropProps: {
      ...{ aspect, crop, minWidth: settings.minimumCrop, minHeight: settings.minimumCrop },
      onChange: (_pixels: unknown, percent: PercentCrop) => fingers.current === 0 && setCrop(percent),
      onDragStart: () => setState('cropping'),
      onDragEnd: () => fingers.current === 0 && setState('ready'),
    },
    stageProps: {
      onKeyDownCapture,
      onTouchStart(event: TouchEvent) {
        fingers.current = span(event) || fingers.current;
        if (fingers.current > 0) setState('cropping');
      },
      onTouchMove(event: TouchEvent) {
        const after = span(event);
        if (after === 0 || fingers.current === 0) return;
        scale(after / fingers.current);
        fingers.current = after;
      },
      onTouchEnd: liftFinger,
      onTouchCancel: liftFinger,
    },
    cut(): string | null {
      if (!natural || !picture.current) return null;
      setState('cropping');
      return cutOut(picture.current, natural, settings);
    },
  };
}

export type Cropper = ReturnType<typeof useCropper>;
