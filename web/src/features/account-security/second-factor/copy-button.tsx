import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from '@/lib/wording';
import { useCopy } from './use-copy';

const icon = { size: 17, stroke: 1.75, 'aria-hidden': true } as const;

export function CopyButton({ text, name }: { text: string; name: string }) {
  const { t } = useTranslation();
  const { isCopied, copy } = useCopy(text);
  const label = isCopied ? t('ui.secondFactor.setup.copied') : name;
  return (
    <ActionIcon variant="default" size={36} aria-label={label} title={label} onClick={() => void copy()}>
      {isCopied ? <IconCheck {...icon} /> : <IconCopy {...icon} />}
    </ActionIcon>
  );
}
