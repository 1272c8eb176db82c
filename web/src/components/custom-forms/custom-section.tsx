import { Button, Flex, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import looks from '@/lib/theme/looks.module.css';
import { tint } from '@/lib/theme/tint';
import { useTranslation } from '@/lib/wording';
import classes from './custom-forms.module.css';

interface CustomSectionProps {
  title: string;
  about?: string;
  children: ReactNode;
}

/** A titled section of a long form: title beside the fields on wide screens, above them on narrow ones. */
export function CustomSection({ title, about, children }: CustomSectionProps) {
  const id = useId();
  return (
    <section className={`${classes.section} ${looks.lineAbove}`} aria-labelledby={id}>
      <div>
        <Text id={id} component="h2" fz="lg" fw={600}>
          {title}
        </Text>
        {about && (
          <Text mt={4} fz="sm" c="dimmed">
            {about}
          </Text>
        )}
      </div>
      <Stack className={classes.fields} gap={16} miw={0}>
        {children}
      </Stack>
    </section>
  );
}

/** All sections of a form; their width decides where the titles go. */
export function CustomSections({ children }: { children: ReactNode }) {
  return <div className={classes.sections}>{children}</div>;
}

/** A warning before saving; it does not block the save. */
export function Note({ tone = 'warn', children }: { tone?: 'warn' | 'bad'; children: ReactNode }) {
  return (
    <Flex className={classes.note} {...tint(tone)} gap={8} p={12} fz="sm" bdrs="md" role="status">
      <IconAlertTriangle size={16} aria-hidden />
      <div>{children}</div>
    </Flex>
  );
}

interface SaveBarProps {
  /** Number of unsaved changes. */
  count: number;
  isSaving: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

/** Shows the number of unsaved changes, and saves them. */
export function SaveBar({ count, isSaving, onSave, onDiscard }: SaveBarProps) {
  const { t } = useTranslation();
  const isDirty = count > 0;
  return (
    <Group className={`${classes.saveBar} ${looks.card}`} mt={16} data-dirty={isDirty || undefined}>
      <p role="status">{t(isDirty ? 'ui.form.saveBar.changes' : 'ui.form.saveBar.none', { count })}</p>
      <Button variant="default" disabled={!isDirty || isSaving} onClick={onDiscard}>
        {t('ui.form.saveBar.discard')}
      </Button>
      <Button disabled={!isDirty} loading={isSaving} onClick={onSave}>
        {t('ui.form.saveBar.save')}
      </Button>
    </Group>
  );
}
