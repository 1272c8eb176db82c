import { Box, Flex, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './routes.module.css';

/** Names and values, stacked on a phone. A fact without a value is left out. */
export function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <Flex component="dl" direction="column" m={0}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <Box key={name} className={classes.fact} py={12}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Box>
        ))}
    </Flex>
  );
}

export function PageHead({ title, about, children }: { title: string; about: string; children?: ReactNode }) {
  return (
    <Flex gap="12px 24px" mb={24} wrap="wrap" justify="space-between" align="flex-start">
      <Box miw={0}>
        <h1>{title}</h1>
        <Text mt={4} c="dimmed" inherit>
          {about}
        </Text>
      </Box>
      {children}
    </Flex>
  );
}
