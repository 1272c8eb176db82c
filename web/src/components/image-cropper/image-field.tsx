import { Button, FileButton, Group, Input, Loader, Stack, Text } from '@mantine/core';
import { IconPhoto, IconTrash, IconUpload } from '@tabler/icons-react';
import { type DragEvent, lazy, Suspense, useId, useRef, useState } from 'react';
import { FormNotice } from '@/components/form/notice';
import { useTranslation } from '@/lib/wording';
import classes from './image-cropper.module.css';
import { readImage } from './read-image';
import type { CropperSettings } from './settings';

const ImageCropper = lazy(() => import('./image-cropper'));

/** Types and extensions, since some systems know no type for them. */
const ACCEPT =
  'image/png,image/jpeg,image/bmp,image/gif,image/tiff,image/webp,.png,.jpg,.jpeg,.bmp,.gif,.tif,.tiff,.webp';

export interface ImageFieldProps {
  label: string;
  description?: string;
  /** The picture as a `data:` address. */
  value: string | null;
  onChange: (value: string | null) => void;
  error?: React.ReactNode;
  readOnly?: boolean;
  settings?: Partial<CropperSettings>;
  /** Used to find the first invalid field. */
  'data-field'?: string;
}

/** A picture, chosen or dropped, cropped and stored as a `data:` address. */
export function ImageField({
  label,
  description,
  value,
  onChange,
  error,
  readOnly,
  settings,
  ...rest
}: ImageFieldProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<{ address: string; isShown: boolean } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);
  const clearChooser = useRef<() => void>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  /** Converted by the server; until then most browsers cannot show it. */
  const isTiff = value?.startsWith('data:image/tiff');

  async function choose(file: File | null | undefined) {
    clearChooser.current?.();
    if (!file) return;
    const read = await readImage(file);
    setFault('fault' in read ? t(read.fault) : null);
    setChosen('fault' in read ? null : read);
  }

  /** Restores the focus once the dialog has released it. */
  function close() {
    setChosen(null);
    requestAnimationFrame(() => button.current?.focus());
  }

  function use(address: string) {
    close();
    onChange(address);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    if (!readOnly) void choose(event.dataTransfer.files[0]);
  }

  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(!readOnly);
  };

  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      description={description}
      error={fault ?? error}
    >
      <Group
        className={classes.field}
        mt={4}
        p={12}
        data-over={isOver || undefined}
        data-error={Boolean(fault ?? error) || undefined}
        onDragOver={over}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <div className={classes.tile} style={{ aspectRatio: settings?.aspectRatio ?? 1 }}>
          {value && !isTiff ? (
            <img src={value} alt={t('ui.cropper.current', { label })} />
          ) : (
            <IconPhoto size={22} aria-hidden />
          )}
        </div>
        <Stack flex="1 1 180px" gap={6} miw={0}>
          {!readOnly && (
            <Group gap={8}>
              <FileButton resetRef={clearChooser} accept={ACCEPT} onChange={(file) => void choose(file)}>
                {(props) => (
                  <Button
                    {...props}
                    {...rest}
                    ref={button}
                    variant="default"
                    size="xs"
                    leftSection={<IconUpload size={16} aria-hidden />}
                    aria-label={`${t(value ? 'ui.cropper.change' : 'ui.cropper.choose')}: ${label}`}
                  >
                    {t(value ? 'ui.cropper.change' : 'ui.cropper.choose')}
                  </Button>
                )}
              </FileButton>
              {value && (
                <Button
                  variant="subtle"
                  color="red"
                  size="xs"
                  leftSection={<IconTrash size={16} aria-hidden />}
                  aria-label={`${t('ui.cropper.remove')}: ${label}`}
                  onClick={() => onChange(null)}
                >
                  {t('ui.cropper.remove')}
                </Button>
              )}
            </Group>
          )}
          <Text size="xs" c="var(--ink-2)">
            {isTiff ? t('ui.cropper.tiff') : readOnly && !value ? t('ui.cropper.none') : t('ui.cropper.types')}
          </Text>
        </Stack>
      </Group>
      {chosen?.isShown === false && (
        <FormNotice
          tone="info"
          actions={[
            { label: t('ui.cropper.useWhole'), onClick: () => use(chosen.address) },
            { label: t('ui.cropper.cancel'), onClick: close },
          ]}
        >
          {t('ui.cropper.tiffChosen')}
        </FormNotice>
      )}
      <Suspense fallback={<Loader size="sm" />}>
        {chosen?.isShown && (
          <ImageCropper
            address={chosen.address}
            title={t('ui.cropper.title', { label })}
            settings={settings}
            onCancel={close}
            onCropped={use}
          />
        )}
      </Suspense>
    </Input.Wrapper>
  );
}
