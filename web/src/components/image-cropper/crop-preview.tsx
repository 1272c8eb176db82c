import { Text } from '@mantine/core';
import { useTranslation } from '@/lib/wording';
import classes from './image-cropper.module.css';
import type { Cropper } from './use-cropper';

const DESK = { width: 210, height: 140 };
const PHONE = { width: 210, height: 88 };

interface CropPreviewProps {
  address: string;
  cropper: Cropper;
  isPhone: boolean;
}

/** Live preview: the same picture shifted behind a window, nothing is redrawn. */
export function CropPreview({ address, cropper, isPhone }: CropPreviewProps) {
  const { t } = useTranslation();
  const { area, bounds, natural } = cropper;
  if (!area) return <div className={classes.preview} />;
  const box = isPhone ? PHONE : DESK;
  const scale = Math.min(box.width / area.width, box.height / area.height);
  return (
    <figure className="m-0 centered">
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
        <Text component="figcaption" size="xs" c="var(--ink-2)">
          {t('ui.cropper.size', { width: natural.width, height: natural.height })}
        </Text>
      )}
    </figure>
  );
}
