import { Box, type BoxProps, Flex, Skeleton, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import looks from '@/lib/theme/looks.module.css';
import { LoadFailed } from './empty-state';

interface Props extends BoxProps {
  title?: string;
  about?: string;
  /** The element of the title, for what refers to it. */
  titleId?: string;
  /** Beside the title. */
  action?: ReactNode;
  /** What the content waits for. */
  query?: { isPending: boolean; error: unknown; refetch(): unknown };
  children?: ReactNode;
}

/** A framed section of a page, with a placeholder while its content loads. */
export function Card({ title, about, titleId, action, query, children, className = '', ...rest }: Props) {
  const own = useId();
  const id = titleId ?? own;
  return (
    <Box
      component="section"
      className={`${looks.card} ${looks.section} ${className}`}
      px={{ base: 16, sm: 24 }}
      py={{ base: 16, sm: 20 }}
      aria-labelledby={title ? id : undefined}
      {...rest}
    >
      {title && (
        <Flex className={looks.sectionHead} mb={children ? 12 : 0}>
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
      )}
      {query?.isPending && <Skeleton height={56} radius="md" />}
      {!query?.isPending && query?.error ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {!query?.isPending && !query?.error && children}
    </Box>
  );
}
