import looks from '@/lib/theme/looks.module.css';
import 'react-image-crop/dist/ReactCrop.css';
import {
  Alert,
  Box,
  Button,
  Flex,
  Group,
  Kbd,
  Modal,
  SegmentedControl,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowBackUp, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react';
import { ReactCrop } from 'react-image-crop';
import { IconButton } from '@/components/icon-button';
import { useIsPhone } from '@/lib/width';
import { useTranslation } from '@/lib/wording';
import { type CropperSettings, type Handle, settingsFault, withDefaults } from './crop-area';
import classes from './image-cropper.module.css';
import { type Cropper, useCropper, usePinch } from './use-cropper';

export interface ImageCropperProps {
  /** The picture as a `data:` address. */
  address: string;
  title: string;
  settings?: Partial<CropperSettings>;
  onCropped: (result: string) => void;
  onCancel: () => void;
}

/** Lets the user choose which part of a picture to keep. */
export default function ImageCropper({ address, title, settings, onCropped, onCancel }: ImageCropperProps) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const fault = settingsFault(withDefaults(settings ?? {}));
  return (
    <Modal
      opened
      onClose={onCancel}
      title={title}
      size={900}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('ui.cropper.cancel') }}
      classNames={{
        content: classes.content,
        body: classes.body,
        title: classes.title,
      }}
    >
      {fault ? (
        <Alert color="red">{t(fault)}</Alert>
      ) : (
        <CropForm {...{ address, settings, onCropped, onCancel, isPhone }} />
      )}
    </Modal>
  );
}

type CropFormProps = Omit<ImageCropperProps, 'title'> & { isPhone: boolean };

function CropForm({ address, settings, onCropped, onCancel, isPhone }: CropFormProps) {
  const { t } = useTranslation();
  const all = useMemo(() => withDefaults(settings ?? {}), [settings]);
  const cropper = useCropper(all);
  const isBusy = cropper.state === 'loading' || cropper.state === 'loaded';

  function use() {
    const result = cropper.cut();
    if (result) onCropped(result);
  }

  return (
    <>
      <div className={classes.columns}>
        <CropStage address={address} cropper={cropper} />
        <Stack gap={16} miw={0}>
          <CropPreview address={address} cropper={cropper} isPhone={isPhone} />
          <CropButtons cropper={cropper} />
          <Text size="xs" ta="center" className={classes.touch}>
            {t('ui.cropper.help.touch')}
          </Text>
          <KeyboardStep cropper={cropper} />
        </Stack>
      </div>
      {cropper.state === 'failed' && <Alert color="red">{t('ui.cropper.unreadable')}</Alert>}
      <CropperStatus cropper={cropper} />
      <Group justify="flex-end" gap={8} className={classes.footer}>
        <Button variant="default" onClick={onCancel}>
          {t('ui.cropper.cancel')}
        </Button>
        <Button onClick={use} loading={isBusy} disabled={!cropper.area}>
          {t('ui.cropper.use')}
        </Button>
      </Group>
    </>
  );
}

const STEPS = Array.from({ length: 9 }, (_, index) => String(index + 1));
const BIT = 1.1;

/** Buttons for users who neither pinch nor know the keys. */
function CropButtons({ cropper }: { cropper: Cropper }) {
  const { t } = useTranslation();
  const buttons = [
    { label: t('ui.cropper.smaller'), icon: IconZoomOut, run: () => cropper.scale(1 / BIT) },
    { label: t('ui.cropper.larger'), icon: IconZoomIn, run: () => cropper.scale(BIT) },
    { label: t('ui.cropper.reset'), icon: IconArrowBackUp, run: cropper.reset },
  ];
  return (
    <Group gap={8} justify="center">
      {buttons.map(({ label, icon: Icon, run }) => (
        <IconButton Icon={Icon} key={label} variant="default" size="lg" label={label} onClick={run} />
      ))}
    </Group>
  );
}

function KeyboardStep({ cropper }: { cropper: Cropper }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Stack gap={6} className={classes.keys}>
      <Text id={id} size="sm" fw={500}>
        {t('ui.cropper.step')}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        size="xs"
        fullWidth
        data={STEPS}
        value={String(cropper.step)}
        onChange={(step) => cropper.setStep(Number(step))}
      />
      <Flex
        component="ul"
        className={`${classes.help} ${looks.plainList}`}
        direction="column"
        gap={6}
        mt={4}
        fz="xs"
        c="dimmed"
      >
        <KeyHelp keys={['←', '↑', '↓', '→']} text={t('ui.cropper.help.move')} />
        <KeyHelp keys={['⇧', '→']} text={t('ui.cropper.help.resize')} />
        <KeyHelp keys={['+', '−']} text={t('ui.cropper.help.scale')} />
        <KeyHelp keys={['1', '9']} between="–" text={t('ui.cropper.help.step')} />
      </Flex>
    </Stack>
  );
}

function KeyHelp({ keys, text, between = '' }: { keys: string[]; text: string; between?: string }) {
  return (
    <li>
      <Flex component="span" gap={2}>
        {keys.map((key, at) => (
          <span key={key}>
            {at > 0 && between}
            <Kbd size="xs">{key}</Kbd>
          </span>
        ))}
      </Flex>
      <span>{text}</span>
    </li>
  );
}

/** Announces state, step and size once they settle, not at every pixel. */
function CropperStatus({ cropper }: { cropper: Cropper }) {
  const { t } = useTranslation();
  const { state, step, natural } = cropper;
  const size = natural ? t('ui.cropper.size', { width: natural.width, height: natural.height }) : '';
  const text = [t(`ui.cropper.state.${state}`), size, t('ui.cropper.stepIs', { step })].filter(Boolean).join('. ');
  const [said] = useDebouncedValue(text, 300);
  return <VisuallyHidden role="status">{said}</VisuallyHidden>;
}

const DESK = { width: 210, height: 140 };
const PHONE = { width: 210, height: 88 };

interface CropPreviewProps {
  address: string;
  cropper: Cropper;
  isPhone: boolean;
}

/** Live preview: the same picture shifted behind a window, nothing is redrawn. */
function CropPreview({ address, cropper, isPhone }: CropPreviewProps) {
  const { t } = useTranslation();
  const { area, bounds, natural } = cropper;
  if (!area) return <div className={classes.preview} />;
  const box = isPhone ? PHONE : DESK;
  const scale = Math.min(box.width / area.width, box.height / area.height);
  return (
    <Box component="figure" m={0} ta="center">
      <div className={classes.preview}>
        <div
          className={`${classes.window} ${looks.clipped}`}
          style={{ width: area.width * scale, height: area.height * scale }}
        >
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
    </Box>
  );
}

const HANDLES: Handle[] = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];

/** The picture with the crop area: drag, handles, pinch, keys. */
function CropStage({ address, cropper }: { address: string; cropper: Cropper }) {
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
