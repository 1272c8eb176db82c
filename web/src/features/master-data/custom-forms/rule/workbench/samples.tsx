import { Alert, Box, Button, FileButton, Flex, Group, Loader, Text } from '@mantine/core';
import { IconFilePlus, IconTrash } from '@tabler/icons-react';
import { IconButton } from '@/components/icon-button';
import { useDrop } from '@/lib/drop';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { Entry } from './entry';
import { isChanged, type Sample } from './model';
import type { useWorkbench } from './use-workbench';
import classes from './workbench.module.css';

/** The most that a rule may have. */
const MOST = 20;
const ACCEPT = '.pdf,.png,.jpg,.jpeg,.tif,.tiff,.webp,.bmp,.gif';

interface Props {
  samples: Sample[];
  chosen: string | undefined;
  actions: ReturnType<typeof useWorkbench>['samples'];
  onChoose(sample: Sample): void;
}

/** Documents uploaded to try drafts on: those with another verdict first. */
export function Samples({ samples, chosen, actions, onChoose }: Props) {
  const { t } = useTranslation();
  const { isBusy, errors, add, remove } = actions;
  const drop = useDrop((files) => void add(files));
  const inOrder = samples.toSorted((left, right) => Number(isChanged(right)) - Number(isChanged(left)));
  return (
    <Flex
      component="section"
      className={classes.samples}
      direction="column"
      gap={8}
      aria-label={t('ui.ruleWorkbench.samples.title')}
      {...drop}
    >
      <Group justify="space-between" gap={8}>
        <Text component="h3" fz="sm" fw={600}>
          {t('ui.ruleWorkbench.samples.title')}
        </Text>
        <FileButton multiple accept={ACCEPT} onChange={(files) => void add(files)}>
          {(button) => (
            <Button
              {...button}
              size="xs"
              variant="default"
              disabled={isBusy || samples.length >= MOST}
              leftSection={isBusy ? <Loader size={14} /> : <IconFilePlus size={16} aria-hidden />}
            >
              {t('ui.ruleWorkbench.samples.add')}
            </Button>
          )}
        </FileButton>
      </Group>
      <Text fz="xs" c="dimmed">
        {t('ui.ruleWorkbench.samples.hint', { max: MOST })}
      </Text>
      {errors.map((error) => (
        <Alert key={error} color="red" p={8} role="alert">
          <Box component="span" className={looks.break} fz="xs">
            {error}
          </Box>
        </Alert>
      ))}
      {samples.length > 0 && (
        <ul className={`${looks.plainList} ${looks.lines}`}>
          {inOrder.map((sample) => (
            <Flex key={sample.sampleId} component="li" align="center" gap={4}>
              <Entry
                title={sample.fileName}
                on={sample.uploadedOn}
                tried={sample}
                isChosen={sample.sampleId === chosen}
                onChoose={() => onChoose(sample)}
              />
              <IconButton
                Icon={IconTrash}
                iconSize={16}
                label={t('ui.ruleWorkbench.samples.remove', { name: sample.fileName })}
                onClick={() => void remove(sample)}
              />
            </Flex>
          ))}
        </ul>
      )}
    </Flex>
  );
}
