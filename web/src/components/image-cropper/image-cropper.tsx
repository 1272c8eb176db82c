import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useIsPhone } from '@/lib/width';
import { useTranslation } from '@/lib/wording';
import { type CropperSettings, settingsFault, withDefaults } from './crop-area';
import { CropButtons, CropPreview, CropperStatus, CropStage, KeyboardStep } from './crop-tools';
import classes from './image-cropper.module.css';
import { useCropper } from './use-cropper';

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
        body: `${classes.body} column gap-16`,
        title: `${classes.title} strong tight`,
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
      <div className={`${classes.columns} grid gap-24`}>
        <CropStage address={address} cropper={cropper} />
        <Stack gap={16} className="narrow">
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
