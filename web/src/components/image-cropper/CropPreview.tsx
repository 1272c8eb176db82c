import { Text } from '@mantine/core';
import { useTranslation } from '@/lib/wording';
import classes from './image-cropper.module.css';
import type { Cropper } from './use-cropper';

const BOX = { width: 220, height: 140 };

/** What would be kept, live: the same picture moved behind a window, nothing is drawn anew. */
export function CropPreview({ address, cropper }: { address: string; cropper: Cropper }) {
  const { t } = useTranslation();
  const { area, bounds, natural } = cropper;
  if (!area) return <div className={classes.preview} />;
  const scale = Math.min(BOX.width / area.width, BOX.height / area.height);
  return (
    <figure className={classes.figure}>
      <div className={classes.preview}>
        <div className={classes.window} style={{ width: area.width * scale, height: area.height * scale }}>
          <img
            src={address}
            alt=""
            style={{
              width: bounds.width * scale,
              height: bounds.height * scale,
              transform: `translate(${-area.x * scale}px, ${-area.y * scale}px)`,
            }}
          />
        </div>
      </div>
      {natural && (
        <Text component="figcaption" size="xs" c="dimmed">
          {t('ui.cropper.size', { width: natural.width, height: natural.height })}
        </Text>
      )}
    </figure>
  );
}
