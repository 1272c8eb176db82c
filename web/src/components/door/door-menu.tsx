import { Menu, type MenuProps } from '@mantine/core';
import { type DoorButton, useDoor } from '.';

interface Props extends MenuProps {
  button: DoorButton;
}

/** A menu behind a door. */
export function DoorMenu({ button, children, ...menu }: Props) {
  const door = useDoor();
  return (
    <Menu keepMounted={false} {...menu} opened={door.opened} onChange={door.setOpened}>
      <Menu.Target>{button({ ref: door.button })}</Menu.Target>
      {children}
    </Menu>
  );
}
