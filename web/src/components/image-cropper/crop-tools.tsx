import { ActionIcon, Group, Kbd, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowBackUp, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from '@/lib/wording';
import classes from './image-cropper.module.css';
import type { Cropper } from './use-cropper';

const STEPS = Array.from({ length: 9 }, (_, index) => String(index + 1));
const BIT = 1.1;

/** Buttons for users who neither pinch nor know the keys. */
export function CropButtons({ cropper }: { cropper: Cropper }) {
  const { t } = useTranslation();
  const buttons = [
    { label: t('ui.cropper.smaller'), icon: IconZoomOut, run: () => cropper.scale(1 / BIT) },
    { label: t('ui.cropper.larger'), icon: IconZoomIn, run: () => cropper.scale(BIT) },
    { label: t('ui.cropper.reset'), icon: IconArrowBackUp, run: cropper.reset },
  ];
  return (
    <Group gap={8} className={classes.buttons}>
      {buttons.map(({ label, icon: Icon, run }) => (
        <ActionIcon key={label} variant="default" size="lg" aria-label={label} title={label} onClick={run}>
          <Icon size={18} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  );
}

export function KeyboardStep({ cropper }: { cropper: Cropper }) {
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
      <ul className={classes.help}>
        <KeyHelp keys={['←', '↑', '↓', '→']} text={t('ui.cropper.help.move')} />
        <KeyHelp keys={['⇧', '→']} text={t('ui.cropper.help.resize')} />
        <KeyHelp keys={['+', '−']} text={t('ui.cropper.help.scale')} />
        <KeyHelp keys={['1', '9']} between="–" text={t('ui.cropper.help.step')} />
      </ul>
    </Stack>
  );
}

function KeyHelp({ keys, text, between = '' }: { keys: string[]; text: string; between?: string }) {
  return (
    <li>
      <span className="flex gap-2">
        {keys.map((key, at) => (
          <span key={key}>
            {at > 0 && between}
            <Kbd size="xs">{key}</Kbd>
          </span>
        ))}
      </span>
      <span>{text}</span>
    </li>
  );
}

/** Announces state, step and size once they settle, not at every pixel. */
export function CropperStatus({ cropper }: { cropper: Cropper }) {
  const { t } = useTranslation();
  const { state, step, natural } = cropper;
  const size = natural ? t('ui.cropper.size', { width: natural.width, height: natural.height }) : '';
  const text = [t(`ui.cropper.state.${state}`), size, t('ui.cropper.stepIs', { step })]
    .filter(Boolean)
    .join('. ');
  const [said] = useDebouncedValue(text, 300);
  return <VisuallyHidden role="status">{said}</VisuallyHidden>;
}
