import { Alert, Button, Group, Loader, Modal, Switch } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertCircle, IconCircleCheck, IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { classes } from '@/components/file-import';
import { useFocusBack } from '@/lib/focus-back';
import { useMay } from '@/lib/permissions';
import { useTranslation } from '@/lib/wording';
import { ChooseFile } from './choose-file';
import { Faults } from './faults';
import { References } from './references';
import { useImport } from './use-import';

/** Choose a file, review its errors line by line, then create all of its requests or none. */
export default function ImportDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  useFocusBack(true);
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const maySend = useMay('send');
  const [send, setSend] = useState(false);
  const { file, result, error, isBusy, isDone, ...steps } = useImport();
  const count = result?.rows ?? 0;
  const isGood = result !== null && !isDone && result.faults.length === 0 && count > 0;
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      fullScreen={isPhone}
      radius={isPhone ? 0 : undefined}
      title={t('ui.wizard.bulk.title')}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('ui.common.close') }}
      classNames={{ title: classes.title }}
    >
      {!file && <ChooseFile onChoose={steps.choose} onRefuse={steps.refuse} />}
      {file && (
        <p className={classes.file}>
          <IconFileSpreadsheet size={20} aria-hidden />
          {file.name}
          {isBusy && <Loader size="xs" aria-label={t('ui.wizard.bulk.checking')} />}
        </p>
      )}
      <div aria-live="polite">
        {error && (
          <Alert color="red" icon={<IconAlertCircle aria-hidden />} mt={12}>
            {error}
          </Alert>
        )}
        {isGood && (
          <Alert color="green" icon={<IconCircleCheck aria-hidden />} mt={12}>
            {t('ui.wizard.bulk.good', { count })}
          </Alert>
        )}
        {isGood && maySend && (
          <Switch
            mt={16}
            label={t('ui.wizard.bulk.send')}
            checked={send}
            onChange={(event) => setSend(event.currentTarget.checked)}
          />
        )}
        {result && !isDone && count === 0 && result.faults.length === 0 && (
          <Alert color="yellow" icon={<IconAlertCircle aria-hidden />} mt={12}>
            {t('ui.wizard.bulk.noRows')}
          </Alert>
        )}
        {result && result.faults.length > 0 && <Faults faults={result.faults} />}
        {result && isDone && <References record={result} onFollow={onClose} />}
      </div>
      <Group justify="flex-end" gap={8} mt={24}>
        {file && (
          <Button variant="default" onClick={steps.reset} disabled={isBusy}>
            {t('ui.wizard.bulk.another')}
          </Button>
        )}
        {file && !isGood && !isDone && (
          <Button variant="default" onClick={steps.again} disabled={isBusy}>
            {t('ui.wizard.bulk.again')}
          </Button>
        )}
        {!file && (
          <Button variant="default" onClick={onClose}>
            {t('ui.common.cancel')}
          </Button>
        )}
        {isGood && (
          <Button onClick={() => steps.take(send)} loading={isBusy}>
            {t('ui.wizard.bulk.create', { count })}
          </Button>
        )}
        {isDone && <Button onClick={onClose}>{t('ui.wizard.bulk.done')}</Button>}
      </Group>
    </Modal>
  );
}
