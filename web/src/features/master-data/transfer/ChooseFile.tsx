import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { IconDownload, IconFileUpload } from '@tabler/icons-react';
import { useTranslation } from '@/lib/wording';
import type { Definition } from '../model/definition';
import { saveText, templateOf } from './template';
import classes from './transfer.module.css';

/** Browsers disagree on the type of a CSV file; Windows with Excel calls it a sheet. */
const ACCEPTED = { 'text/csv': ['.csv'], 'application/vnd.ms-excel': ['.csv'], 'text/plain': ['.csv'] };

interface Props {
  definition: Definition;
  onChoose(file: File): void;
  onRefuse(): void;
}

export function ChooseFile({ definition, onChoose, onRefuse }: Props) {
  const { t } = useTranslation();
  const name = `${definition.resource.replaceAll('/', '-')}.csv`;
  return (
    <>
      <Dropzone
        accept={ACCEPTED}
        multiple={false}
        onDrop={(files) => files[0] && onChoose(files[0])}
        onReject={onRefuse}
        className={classes.drop}
        data-autofocus
        inputProps={{ 'aria-label': t('ui.master.import.choose') }}
      >
        <IconFileUpload size={28} aria-hidden className={classes.dropIcon} />
        <span className={classes.dropText}>{t('ui.master.import.drop')}</span>
        <span className={classes.dropHint}>{t('ui.master.import.hint')}</span>
      </Dropzone>
      <Button
        variant="subtle"
        size="xs"
        mt={12}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => saveText(templateOf(definition), name)}
      >
        {t('ui.master.import.template')}
      </Button>
    </>
  );
}
