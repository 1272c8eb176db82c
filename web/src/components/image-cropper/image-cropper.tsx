import 'react-image-crop/dist/ReactCrop.css';
import { Alert, Button, Flex, Group, Kbd, Modal, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowBackUp, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useId, useRef } from 'react';
import { ReactCrop } from 'react-image-crop';
import { IconButton } from '@/components/icon-button';
import looks from '@/lib/theme/looks.module.css';
import { useIsPhone } from '@/lib/width';
import { useTranslation } from '@/lib/wording';
import type { Handle } from './crop-area';
import classes from './image-cropper.module.css';
import { type CropperSettings, isSound, withDefaults } from './settings';
import { type Cropper, useCropper } from './use-cropper';

interface ImageCropperProps {
  /** The picture as a `data:` address. */
  address: string;
  title: string;
  settings?: Partial<CropperSettings>;
  onCropped: (result: string) => void;
  onCancel: () => void;
}

/** Lets the user choose which part of a picture to keep. */
export default function ImageCropper({ title, settings, ...rest }: ImageCropperProps) {
  const { t } = useTranslation();
  const all = withDefaults(settings);
  return (
    <Modal
      opened
      onClose={rest.onCancel}
      title={title}
      size={900}
      fullScreen={useIsPhone()}
      closeButtonProps={{ 'aria-label': t('ui.cropper.cancel') }}
      classNames={{ content: classes.content, body: classes.body, title: classes.title }}
    >
      {isSound(all) ? (
        <CropForm {...rest} settings={all} />
      ) : (
        <Alert color="red">{t('ui.cropper.aspectRatioAboveZero')}</Alert>
      )}
    </Modal>
  );
}

type CropFormProps = Omit<ImageCropperProps, 'title' | 'settings'> & { settings: CropperSettings };

function CropForm({ address, settings, onCropped, onCancel }: CropFormProps) {
  const { t } = useTranslation();
  const cropper = useCropper(settings);
  const { state, step, natural } = cropper;
  const size = natural && t('ui.cropper.size', { width: natural.width, height: natural.height });
  // Announced once it settles, not at every pixel.
  const [status] = useDebouncedValue(
    [t(`ui.cropper.state.${state}`), size, t('ui.cropper.stepIs', { step })].filter(Boolean).join('. '),
    300,
  );

  function use() {
    const result = cropper.cut();
    if (result) onCropped(result);
  }

  return (
    <>
      <div className={classes.columns}>
        <CropStage address={address} cropper={cropper} />
        <Stack gap={16} miw={0}>
          <CropPreview address={address} cropper={cropper} />
          <Text size="xs" ta="center" c="var(--ink-2)">
            {size}
          </Text>
          <CropButtons cropper={cropper} />
          <Text size="xs" ta="center" className={classes.touch}>
            {t('ui.cropper.help.touch')}
          </Text>
          <KeyboardStep cropper={cropper} />
        </Stack>
      </div>
      {state === 'failed' && <Alert color="red">{t('ui.cropper.unreadable')}</Alert>}
      <VisuallyHidden role="status">{status}</VisuallyHidden>
      <Group justify="flex-end" gap={8} pt={16} className={classes.footer}>
        <Button variant="default" onClick={onCancel}>
          {t('ui.cropper.cancel')}
        </Button>
        <Button onClick={use} loading={state === 'loading' || state === 'loaded'} disabled={!natural}>
          {t('ui.cropper.use')}
        </Button>
      </Group>
    </>
  );
}

const BIT = 1.1;

/** Buttons for users who neither pinch nor know the keys. */
function CropButtons({ cropper }: { cropper: Cropper }) {
  const { t } = useTranslation();
  const buttons = [
    { label: t('ui.cropper.smaller'), Icon: IconZoomOut, onClick: () => cropper.scale(1 / BIT) },
    { label: t('ui.cropper.larger'), Icon: IconZoomIn, onClick: () => cropper.scale(BIT) },
    { label: t('ui.cropper.reset'), Icon: IconArrowBackUp, onClick: cropper.reset },
  ];
  return (
    <Group gap={8} justify="center">
      {buttons.map((button) => (
        <IconButton key={button.label} variant="default" size="lg" {...button} />
      ))}
    </Group>
  );
}

function KeyboardStep({ cropper }: { cropper: Cropper }) {
  const { t } = useTranslation();
  const id = useId();
  const help = { move: ['←', '↑', '↓', '→'], resize: ['⇧', '→'], scale: ['+', '−'], step: ['1', '–', '9'] };
  return (
    <Stack gap={6} className={classes.keys}>
      <Text id={id} size="sm" fw={500}>
        {t('ui.cropper.step')}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        size="xs"
        fullWidth
        data={[...'123456789']}
        value={String(cropper.step)}
        onChange={(step) => cropper.setStep(Number(step))}
      />
      <Stack component="ul" className={`${classes.help} ${looks.plainList}`} gap={6} mt={4} fz="xs" c="dimmed">
        {Object.entries(help).map(([name, keys]) => (
          <li key={name}>
            <Flex component="span" gap={2}>
              {keys.map((key) =>
                key === '–' ? (
                  key
                ) : (
                  <Kbd key={key} size="xs">
                    {key}
                  </Kbd>
                ),
              )}
            </Flex>
            <span>{t(`ui.cropper.help.${name as keyof typeof help}`)}</span>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

/** Live preview: the same picture shifted behind a window, nothing is redrawn. */
function CropPreview({ address, cropper: { crop, natural } }: { address: string; cropper: Cropper }) {
  if (!crop || !natural) return <div className={classes.preview} />;
  const shape = { '--shape': natural.width / natural.height } as CSSProperties;
  return (
    <div className={classes.preview}>
      <div className={`${classes.window} ${looks.clipped}`} style={shape}>
        <img
          src={address}
          alt=""
          style={{ width: `${10_000 / crop.width}%`, transform: `translate(-${crop.x}%, -${crop.y}%)` }}
        />
      </div>
    </div>
  );
}

const HANDLES: Handle[] = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];

/** The picture with the crop area: drag, handles, pinch, keys. */
function CropStage({ address, cropper }: { address: string; cropper: Cropper }) {
  const { t } = useTranslation();
  const stage = useRef<HTMLDivElement>(null);
  const isThere = cropper.crop !== undefined;
  // Focus the crop area, so that the keys work at once.
  useEffect(() => {
    const area = isThere && stage.current?.querySelector<HTMLElement>('.ReactCrop__crop-selection');
    if (area) area.focus({ preventScroll: true });
  }, [isThere]);

  const labels = Object.fromEntries(
    HANDLES.map((handle) => [`${handle}DragHandle`, t(`ui.cropper.handle.${handle}`)]),
  ) as Record<`${Handle}DragHandle`, string>;

  return (
    <div ref={stage} className={classes.stage} data-state={cropper.state} {...cropper.stageProps}>
      <ReactCrop
        className={classes.crop}
        ariaLabels={{ cropArea: t('ui.cropper.area'), ...labels }}
        keepSelection
        ruleOfThirds
        {...cropper.cropProps}
      >
        <img src={address} alt={t('ui.cropper.picture')} draggable={false} {...cropper.imageProps} />
      </ReactCrop>
    </div>
  );
}
