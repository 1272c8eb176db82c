import { Menu, type MenuProps, UnstyledButton } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

interface Props extends MenuProps {
  className: string | undefined;
  /** What the button shows. */
  face: ReactNode;
}

/** Takes the place of its `MenuDoor` and opens at once. First drawn closed, so that it learns where the focus was. */
export function DoorMenu({ className, face, children, ...props }: Props) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    button.current?.focus();
    setOpened(true);
  }, []);
  return (
    <Menu keepMounted={false} {...props} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <UnstyledButton ref={button} className={className}>
          {face}
        </UnstyledButton>
      </Menu.Target>
      {children}
    </Menu>
  );
}
