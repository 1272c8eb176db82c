import { Box, Center, Flex } from '@mantine/core';
import { IconChevronRight, type IconProps } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import looks from '@/lib/theme/looks.module.css';
import classes from './landing.module.css';

interface Props {
  /** Absent where no screen is about it. */
  to?: string | undefined;
  search?: Record<string, string>;
  Icon: ComponentType<IconProps>;
  /** The colours of the icon. */
  colours?: { c?: string | undefined; bg?: string };
  title: ReactNode;
  text: string;
  children?: ReactNode;
}

/** A card of the home page that leads to what it is about. */
export function LinkCard({ to, search, Icon, colours, title, text, children }: Props) {
  const content = (
    <>
      <Center
        component="span"
        flex="none"
        w={36}
        h={36}
        bdrs="md"
        c="var(--brand-text)"
        bg="var(--brand-tint)"
        {...colours}
      >
        <Icon size={20} stroke={1.6} aria-hidden />
      </Center>
      <Flex component="span" direction="column" gap={2} flex={1} miw={0}>
        <Box component="span" fw={600}>
          {title}
        </Box>
        <Box component="span" className={looks.break} fz="sm" c="dimmed">
          {text}
        </Box>
        {children}
      </Flex>
    </>
  );
  if (to === undefined) return <div className={`${classes.linkCard} ${looks.card}`}>{content}</div>;
  return (
    <Link to={to} search={search as never} className={`${classes.linkCard} ${looks.plainLink} ${looks.card}`}>
      {content}
      <IconChevronRight size={16} stroke={1.75} color="var(--ink-3)" aria-hidden />
    </Link>
  );
}
