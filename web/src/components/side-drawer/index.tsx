import { Box, Drawer, Flex, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusBack } from '@/lib/focus-back';
import looks from '@/lib/theme/looks.module.css';
import { useIsPhone } from '@/lib/width';
import { useTranslation } from '@/lib/wording';
import classes from './side-drawer.module.css';

interface Props {
  opened: boolean;
  onClose(): void;
  title: string;
  sub?: string;
  size?: number;
  children: ReactNode;
}

/** The shared drawer: from the right, full screen on phones. */
export function SideDrawer({ opened, onClose, title, sub, size = 520, children }: Props) {
  const { t } = useTranslation();
  useFocusBack(opened);
  const isPhone = useIsPhone();
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      position="right"
      size={isPhone ? '100%' : size}
      transitionProps={{ duration: 160 }}
    >
      <Drawer.Overlay backgroundOpacity={0.3} />
      <Drawer.Content radius={0}>
        <Stack h="100%" gap={0}>
          <Flex component="header" className={`${classes.header} ${looks.lineBelow}`} align="center" gap={12} py={16}>
            <Drawer.Title className={`${classes.heading} ${looks.break}`} flex={1} miw={0} fz={17} fw={600}>
              {title}
              {sub && (
                <Box component="span" display="block" fz="xs" fw={400} c="dimmed">
                  {sub}
                </Box>
              )}
            </Drawer.Title>
            <Drawer.CloseButton aria-label={t('ui.common.close')} size={36} iconSize={20} />
          </Flex>
          {children}
        </Stack>
      </Drawer.Content>
    </Drawer.Root>
  );
}
