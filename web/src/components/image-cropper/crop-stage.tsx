import { type KeyboardEvent, useEffect, useRef } from 'react';
import { ReactCrop } from 'react-image-crop';
import { useTranslation } from '@/lib/wording';
import 'react-image-crop/dist/ReactCrop.css';
import type { Handle } from './crop-area';
import classes from './image-cropper.module.css';
import type { Cropper } from './use-cropper';
import { usePinch } from './use-pinch';

const HANDLES: Handle[] = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];

/** The picture with the crop area: drag, handles, pinch, keys. */
export function CropStage({ address, cropper }: { address: string; cropper: Cropper }) {
  const { t } = useTranslation();
  const pinch = usePinch({ onPinch: cropper.scale, onStart: cropper.begin, onEnd: cropper.end });

  const stage = useRef<HTMLDivElement>(null);
  const isThere = cropper.area !== null;
  // Focus the crop area, so that the keys work at once.
  useEffect(() => {
    const area = isThere && stage.current?.querySelector<HTMLElement>('.ReactCrop__crop-selection');
    if (area) area.focus({ preventScroll: true });
  }, [isThere]);

  /** Runs before the library's own handler, which only knows one fixed step. */
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const handle = (event.target as HTMLElement).dataset.ord as Handle | undefined;
    if (!cropper.press(event, handle)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  const labels = Object.fromEntries(
    HANDLES.map((handle) => [`${handle}DragHandle`, t(`ui.cropper.handle.${handle}`)]),
  ) as Record<`${Handle}DragHandle`, string>;

  return (
    <div
      ref={stage}
      className={classes.stage}
      data-state={cropper.state}
      onKeyDownCapture={onKeyDown}
      {...pinch.handlers}
    >
      <ReactCrop
        className={classes.crop}
        aspect={cropper.aspect}
        ariaLabels={{ cropArea: t('ui.cropper.area'), ...labels }}
        crop={cropper.area ? { unit: 'px', ...cropper.area } : undefined}
        keepSelection
        ruleOfThirds
        onChange={({ x, y, width, height }) => {
          if (!pinch.isPinching()) cropper.drag({ x, y, width, height });
        }}
        onDragStart={cropper.begin}
        onDragEnd={() => {
          if (!pinch.isPinching()) cropper.end();
        }}
      >
        <img
          ref={cropper.picture}
          src={address}
          alt={t('ui.cropper.picture')}
          className={classes.picture}
          draggable={false}
          onLoad={() => void cropper.onLoad()}
          onError={cropper.onError}
        />
      </ReactCrop>
    </div>
  );
}
