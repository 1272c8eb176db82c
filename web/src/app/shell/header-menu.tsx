import { UnstyledButton } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { LazyMenu, type MenuButton } from '@/components/lazy-menu';
import { usePreload } from '@/lib/on-demand';

export interface MenuProps {
  button: MenuButton;
}

interface Props {
  className: string | undefined;
  /** Content of the button. */
  children: ReactNode;
  /** Fetched on the user's first input, rendered on the first click. */
  load(): Promise<unknown>;
  Menu: ComponentType<MenuProps>;
}

export function HeaderMenu({ load, Menu, className, children }: Props) {
  usePreload(load);
  const button: MenuButton = (trigger) => (
    <UnstyledButton {...trigger} className={className}>
      {children}
    </UnstyledButton>
  );
  return (
    <LazyMenu kind="menu" button={button}>
      <Menu button={button} />
    </LazyMenu>
  );
}
