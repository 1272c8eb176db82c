import { Menu, type MenuProps } from '@mantine/core';
import { type MenuButton, useLazyMenu } from '.';

interface Props extends MenuProps {
  button: MenuButton;
}

/** The Mantine menu that replaces a LazyMenu button. */
export function OpenedMenu({ button, children, ...menu }: Props) {
  const lazyMenu = useLazyMenu();
  return (
    <Menu keepMounted={false} {...menu} opened={lazyMenu.opened} onChange={lazyMenu.setOpened}>
      <Menu.Target>{button({ ref: lazyMenu.button })}</Menu.Target>
      {children}
    </Menu>
  );
}
