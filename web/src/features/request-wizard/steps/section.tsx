import { Flex, Stack, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from '../wizard.module.css';

/** A titled section of a step. */
export function Section({ title, children }: { title?: string; children: ReactNode }) {
  const id = useId();
  if (!title)
    return (
      <Stack className={classes.section} gap={16}>
        {children}
      </Stack>
    );
  return (
    <Flex component="section" className={classes.section} direction="column" gap={16} aria-labelledby={id}>
      <Text id={id} component="h3" fz="lg" fw={600}>
        {title}
      </Text>
      {children}
    </Flex>
  );
}
