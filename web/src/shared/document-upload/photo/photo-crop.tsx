import { Button, Text, VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '@/lib/wording';
import { startCorners } from './edit';
import { type Corners, moved, type Point, wholePicture } from './geometry';
import classes from './photo-review.module.css';

const names = ['topLeft', 'topRight', 'bottomRight', 'bottomLeft'] as const;
const arrows: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** How far an arrow moves a corner; with Shift further. */
const small = 0.005;
const large = 0.05;
/** Around the picture, so that a corner at its border can be touched. */
const margin = 24;

interface Props {
  photo: File;
  address: string;
  busy: boolean;
  onCrop(corners: Corners): void;
  onCancel(): void;
}

/** Four corners around the page; what is between them is cut out and straightened. */
export function PhotoCrop({ photo, address, busy, onCrop, onCancel }: Props) {
  const { t } = useTranslation();
  const stage = useElementSize();
  const picture = useRef<HTMLDivElement>(null);
  const [natural, setNatural] = useState<{ width: number; height: number }>();
  const [corners, setCorners] = useState<Corners>(wholePicture);
  const [said, setSaid] = useState('');
  useEffect(() => {
    let isCurrent = true;
    void startCorners(photo).then((start) => isCurrent && setCorners(start));
    return () => {
      isCurrent = false;
    };
  }, [photo]);

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const way = arrows[event.key];
    if (!way) return;
    event.preventDefault();
    const step = event.shiftKey ? large : small;
    const next = moved(corners, at, {
      x: (corners[at]?.x ?? 0) + way.x * step,
      y: (corners[at]?.y ?? 0) + way.y * step,
    });
    setCorners(next);
    setSaid(t('ui.upload.shot.cornerAt', percentOf(next[at] as Point)));
  };
  const onPointerMove = (event: PointerEvent, at: number) => {
    const box = picture.current?.getBoundingClientRect();
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const to = { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
    setCorners((before) => moved(before, at, to));
  };

  const size = natural && fitted(natural, stage);
  return (
    <>
      <div ref={stage.ref} className={`${classes.stage} ${classes.cropStage}`}>
        <div ref={picture} className={classes.cropped} style={size}>
          <img
            src={address}
            alt=""
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setNatural({ width, height })
            }
          />
          <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
            <path className={classes.outside} d={`M0 0H1V1H0Z${pathOf(corners)}`} />
            <path className={classes.outline} d={pathOf(corners)} />
          </svg>
          {corners.map(({ x, y }, at) => (
            <button
              key={names[at]}
              type="button"
              className={classes.corner}
              style={{ insetInlineStart: `${x * 100}%`, top: `${y * 100}%` }}
              aria-label={t(`ui.upload.shot.corner.${names[at] as (typeof names)[number]}`)}
              aria-describedby="crop-hint"
              onKeyDown={(event) => onKeyDown(event, at)}
              onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
              onPointerMove={(event) => onPointerMove(event, at)}
            />
          ))}
        </div>
      </div>
      <Text id="crop-hint" fz="sm" c="dimmed">
        {t('ui.upload.shot.cropHint')}
      </Text>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <div className={classes.actions}>
        <Button className={classes.wide} mih={44} loading={busy} onClick={() => onCrop(corners)} data-crop>
          {t('ui.upload.shot.cropUse')}
        </Button>
        <Button mih={44} h="auto" py={8} variant="default" onClick={() => setCorners(wholePicture)}>
          {t('ui.upload.shot.cropWhole')}
        </Button>
        <Button mih={44} variant="default" disabled={busy} onClick={onCancel}>
          {t('ui.common.cancel')}
        </Button>
      </div>
    </>
  );
}

const percentOf = ({ x, y }: Point) => ({ across: Math.round(x * 100), down: Math.round(y * 100) });

const pathOf = (corners: Corners) => `M${corners.map(({ x, y }) => `${x} ${y}`).join('L')}Z`;

/** The picture as large as the stage allows. */
function fitted(natural: { width: number; height: number }, stage: { width: number; height: number }) {
  const room = { width: stage.width - 2 * margin, height: stage.height - 2 * margin };
  const scale = Math.min(room.width / natural.width, room.height / natural.height);
  return { width: natural.width * scale, height: natural.height * scale };
}
