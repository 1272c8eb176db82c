import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { IconDownload, IconFileUpload } from '@tabler/icons-react';
import { useTranslation } from '@/lib/wording';
import classes from './import.module.css';
import { saveTemplate } from './template';

/** Browsers disagree on the type of a CSV file; Windows with Excel calls it a sheet. */
const accepted = {
  'text/csv': ['.csv'],
  'application/vnd.ms-excel': ['.csv'],
  'text/plain': ['.csv'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
};

export function ChooseFile({ onChoose, onRefuse }: { onChoose(file: File): void; onRefuse(): void }) {
  const { t } = useTranslation();
  return (
    <>
      <Dropzone
        accept={accepted}
        multiple={false}
        onDrop={(files) => files[0] && onChoose(files[0])}
        onReject={onRefuse}
        className={classes.drop}
        data-autofocus
        inputProps={{ 'aria-label': t('ui.wizard.bulk.choose') }}
      >
        <IconFileUpload size={28} aria-hidden className={classes.dropIcon} />
        <span className={classes.dropText}>{t('ui.wizard.bulk.drop')}</span>
        <span className={classes.dropHint}>{t('ui.wizard.bulk.hint')}</span>
      </Dropzone>
      <Button
        variant="subtle"
        size="xs"
        mt={12}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={saveTemplate}
      >
        {t('ui.wizard.bulk.template')}
      </Button>
    </>
  );
}
