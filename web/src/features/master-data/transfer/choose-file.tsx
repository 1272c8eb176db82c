import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { DropFile } from '@/components/file-import';
import { useTranslation } from '@/lib/wording';
import type { Definition } from '../model/definition';
import { saveText, templateOf } from './template';

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
      <DropFile
        accept={ACCEPTED}
        label={t('ui.master.import.choose')}
        text={t('ui.master.import.drop')}
        hint={t('ui.master.import.hint')}
        onChoose={onChoose}
        onRefuse={onRefuse}
      />
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
