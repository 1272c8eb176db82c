import { Alert, Button, Group, Loader, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertCircle, IconCircleCheck, IconFileTypeCsv } from '@tabler/icons-react';
import { classes } from '@/components/file-import';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import type { Definition } from '../model/definition';
import { ChooseFile } from './choose-file';
import { FaultList } from './fault-list';
import { useImport } from './use-import';

interface Props {
  definition: Definition;
  onClose(): void;
}

/** Choose a file, review its errors line by line, then import all of it or nothing. */
export default function ImportDialog({ definition, onClose }: Props) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const { file, result, error, isBusy, ...steps } = useImport(definition, onClose);
  const isGood = result !== null && result.faults.length === 0 && result.rows > 0;
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      fullScreen={isPhone}
      radius={isPhone ? 0 : undefined}
      title={t('ui.master.import.title', { many: t(`resource.${definition.resource}.many`) })}
      closeButtonProps={{ 'aria-label': t('ui.common.close') }}
      classNames={{ title: classes.title }}
    >
      {!file && <ChooseFile definition={definition} onChoose={steps.choose} onRefuse={steps.refuse} />}
      {file && (
        <p className={classes.file}>
          <IconFileTypeCsv size={20} aria-hidden />
          {file.name}
          {isBusy && <Loader size="xs" aria-label={t('ui.master.import.checking')} />}
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
            {t('message.importOk', { count: result.rows })}
          </Alert>
        )}
        {result && result.rows === 0 && (
          <Alert color="yellow" icon={<IconAlertCircle aria-hidden />} mt={12}>
            {t('ui.master.import.noRows')}
          </Alert>
        )}
        {result && result.faults.length > 0 && <FaultList definition={definition} result={result} />}
      </div>
      <Group justify="flex-end" gap={8} mt={24}>
        {file && (
          <Button variant="default" onClick={steps.reset} disabled={isBusy}>
            {t('ui.master.import.another')}
          </Button>
        )}
        {file && !isGood && (
          <Button variant="default" onClick={steps.again} disabled={isBusy}>
            {t('ui.master.import.again')}
          </Button>
        )}
        {!file && (
          <Button variant="default" onClick={onClose}>
            {t('ui.common.cancel')}
          </Button>
        )}
        {isGood && (
          <Button onClick={steps.take} loading={isBusy}>
            {t('ui.master.import.take', { count: result.rows, number: number(result.rows) })}
          </Button>
        )}
      </Group>
    </Modal>
  );
}
