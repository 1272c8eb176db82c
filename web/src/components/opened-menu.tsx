import { Menu, type MenuProps } from '@mantine/core';
import { Fragment } from 'react';
import { type MenuButton, type MenuItem, useLazyMenu } from './lazy-menu';

interface Props extends MenuProps {
  button: MenuButton;
}

/** The Mantine menu that replaces a LazyMenu button. */
export function OpenedMenu({ button, children, ...menu }: Props) {
  const lazyMenu = useLazyMenu();
  return (
    <Menu keepMounted={false} position="bottom-end" {...menu} opened={lazyMenu.opened} onChange={lazyMenu.setOpened}>
      <Menu.Target>{button({ ref: lazyMenu.button })}</Menu.Target>
      {children}
    </Menu>
  );
}

export function OpenedItems({ button, items }: { button: MenuButton; items(): MenuItem[] }) {
  const { opened, setOpened, button: ref } = useLazyMenu();
  // What opens next returns the focus to the current element, and the menu item will be gone by then.
  const act = (onClick: () => void) => {
    ref.current?.focus();
    onClick();
  };
  return (
    <Menu keepMounted={false} position="bottom-end" width={230} opened={opened} onChange={setOpened}>
      <Menu.Target>{button({ ref })}</Menu.Target>
      <Menu.Dropdown>
        {items().map(({ label, Icon, onClick, isApart, isDangerous }) => (
          <Fragment key={label}>
            {isApart && <Menu.Divider role="separator" />}
            <Menu.Item
              c={isDangerous ? 'var(--bad)' : undefined}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => act(onClick)}
            >
              {label}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
