import { Progress as Bar, Flex, Text } from '@mantine/core';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';

/** How far long work is, as a bar and in numbers: “37 of 125”. */
export function Progress({ done, of }: { done: number; of: number }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const text = t('ui.common.progress', { done: number(done), all: number(of) });
  return (
    <Flex role="status" align="center" gap={12}>
      <Bar flex={1} value={(done / Math.max(1, of)) * 100} aria-label={text} />
      <Text fz="sm" c="dimmed">
        {text}
      </Text>
    </Flex>
  );
}
