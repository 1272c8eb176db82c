import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { DropFile } from '@/components/file-import';
import { useTranslation } from '@/lib/wording';
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
      <DropFile
        accept={accepted}
        label={t('ui.wizard.bulk.choose')}
        text={t('ui.wizard.bulk.drop')}
        hint={t('ui.wizard.bulk.hint')}
        onChoose={onChoose}
        onRefuse={onRefuse}
      />
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
