import { Box, Button, Center, Stack, Text } from '@mantine/core';
import { IconPlugConnectedX, type IconProps } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '@/lib/api';
import classes from './empty-state.module.css';

interface Props {
  Icon?: ComponentType<IconProps>;
  /** The path of title and text, unless they are given. */
  words?: string;
  title?: string;
  text?: string;
  /** The next step: a button or a link. */
  children?: ReactNode;
  /** True when this is the page's main heading. */
  order?: 1 | 2;
}

/** Shown in place of data: why there is none, and what to do next. */
export function EmptyState({ Icon, words, children, order = 2, ...given }: Props) {
  const { t } = useTranslation();
  const title = words ? t([`${words}.title`, words]) : given.title;
  const text = words ? t([`${words}.text`, `${words}Text`]) : given.text;
  const Heading = `h${order}` as const;
  return (
    <Stack className={classes.root} align="center" gap={0} ta="center">
      {Icon && (
        <Center
          component="span"
          w={48}
          h={48}
          mb={16}
          c="var(--brand-text)"
          bg="var(--brand-tint)"
          bdrs="var(--radius-card)"
        >
          <Icon size={24} stroke={1.75} aria-hidden />
        </Center>
      )}
      <Heading className={classes.title}>{title}</Heading>
      {text && (
        <Text mt={4} c="dimmed" inherit>
          {text}
        </Text>
      )}
      {children && <Box mt={20}>{children}</Box>}
    </Stack>
  );
}

/** The error in place of the data, with a retry button. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <EmptyState Icon={IconPlugConnectedX} title={messageOf(error)}>
        <Button variant="default" onClick={onRetry}>
          {t('ui.common.retry')}
        </Button>
      </EmptyState>
    </div>
  );
}
