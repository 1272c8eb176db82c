import { Box, Flex, Skeleton, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { LoadFailed } from '@/components/empty-state';
import looks from '@/lib/theme/looks.module.css';
import classes from './account-security.module.css';

interface Props {
  title: string;
  about: string;
  action?: ReactNode;
  isPending: boolean;
  error: unknown;
  onRetry(): void;
  children: ReactNode;
}

/** A card of the account page, with placeholders while its content loads. */
export function Section({ title, about, action, isPending, error, onRetry, children }: Props) {
  const id = useId();
  return (
    <Box
      component="section"
      className={looks.card}
      mt={16}
      px={{ base: 16, sm: 24 }}
      py={{ base: 16, sm: 20 }}
      aria-labelledby={id}
    >
      <Flex className={classes.head} wrap="wrap" justify="space-between" align="flex-start" mb={12}>
        <Box flex="1 1 320px" miw={0}>
          <Text id={id} component="h2" fz="lg" fw={600}>
            {title}
          </Text>
          <Text mt={2} fz="sm" c="dimmed">
            {about}
          </Text>
        </Box>
        {action}
      </Flex>
      {isPending && <Skeleton height={56} radius="md" />}
      {!isPending && error ? <LoadFailed error={error} onRetry={onRetry} /> : null}
      {!isPending && !error && children}
    </Box>
  );
}
