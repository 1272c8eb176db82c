import { UnstyledButton } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { Door, type DoorButton } from '@/components/door';
import { useFirstMove } from '@/lib/on-demand';

export interface MenuProps {
  button: DoorButton;
}

interface Props {
  className: string | undefined;
  /** What the button shows. */
  children: ReactNode;
  /** Fetched with the person's first move, drawn with the first click. */
  load(): Promise<unknown>;
  Menu: ComponentType<MenuProps>;
}

export function MenuDoor({ load, Menu, className, children }: Props) {
  useFirstMove(load);
  const button: DoorButton = (door) => (
    <UnstyledButton {...door} className={className}>
      {children}
    </UnstyledButton>
  );
  return (
    <Door kind="menu" button={button}>
      <Menu button={button} />
    </Door>
  );
}
