import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusBack } from '@/lib/focus-back';
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
        <div className={`${classes.content} column`}>
          <header className={`${classes.header} py-16 px-24 row gap-12 line-below`}>
            <Drawer.Title className={`${classes.heading} text-17 tight grow narrow strong break`}>
              {title}
              {sub && <span className="regular block text-12 muted">{sub}</span>}
            </Drawer.Title>
            <Drawer.CloseButton aria-label={t('ui.common.close')} size={36} iconSize={20} />
          </header>
          {children}
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}
