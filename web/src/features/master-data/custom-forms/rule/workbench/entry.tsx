import { Box, Flex } from '@mantine/core';
import { IconArrowRight, IconSwitchHorizontal } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Pill, type Tone } from '@/components/pill';
import { useFormats } from '@/lib/formats';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { isChanged, type Sample, type TriedDocument, type Verdict } from './model';
import classes from './workbench.module.css';

const tones: Record<Verdict | 'Waiting', Tone> = {
  Pass: 'ok',
  Fail: 'bad',
  Unreadable: 'warn',
  None: 'neutral',
  Waiting: 'neutral',
};

interface Props {
  title: string;
  /** When it was read or uploaded. */
  on: string;
  tried: TriedDocument | Sample;
  isChosen: boolean;
  onChoose(): void;
  children?: ReactNode;
}

/** A document with its verdict, and that of the draft if it is another. */
export function Entry({ title, on, tried, isChosen, onChoose, children }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { verdict, draftVerdict } = tried;
  const changed = isChanged(tried);
  const name = (of: Verdict | 'Waiting') => t(`ui.ruleWorkbench.verdict.${of}`);
  return (
    <Flex
      type="button"
      component="button"
      className={`inset-focus ${classes.entry} ${looks.plainButton}`}
      direction="column"
      gap={4}
      w="100%"
      aria-current={isChosen || undefined}
      data-changed={changed || undefined}
      onClick={onChoose}
    >
      <Box component="span" className={looks.break} fz="sm" fw={500}>
        {title}
      </Box>
      <Box component="span" fz="xs" c="dimmed">
        {formats.moment(on)}
      </Box>
      <Flex component="span" wrap="wrap" align="center" gap={6}>
        <Pill tone={tones[verdict]}>{name(verdict)}</Pill>
        {changed && (
          <>
            <IconArrowRight size={14} role="img" aria-label={t('ui.ruleWorkbench.becomes')} />
            <Pill tone={tones[draftVerdict]}>{name(draftVerdict)}</Pill>
            <Flex component="span" display="inline-flex" align="center" gap={4} fz="xs" fw={600}>
              <IconSwitchHorizontal size={14} aria-hidden />
              {t('ui.ruleWorkbench.changed')}
            </Flex>
          </>
        )}
      </Flex>
      {children}
    </Flex>
  );
}
