import { Popover, UnstyledButton } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { NotificationList } from './list';
import classes from './notifications.module.css';
import type { Bell } from './use-notifications';

interface Props {
  className: string;
  title: string;
  /** What the button shows. */
  children: ReactNode;
  notifications: Bell;
}

/** Takes the place of the bell and opens at once. First drawn closed, so that it learns where the focus was. */
export default function BellPopover({ className, title, children, notifications }: Props) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { data, error, refetch, read } = notifications;
  useLayoutEffect(() => {
    button.current?.focus();
    setOpened(true);
  }, []);
  return (
    <Popover
      width={360}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      hideDetached={false}
      opened={opened}
      onChange={setOpened}
    >
      <Popover.Target>
        <UnstyledButton ref={button} className={className} title={title} onClick={() => setOpened(!opened)}>
          {children}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={title} className={classes.dropdown}>
        <NotificationList
          notifications={data}
          error={error}
          onRetry={() => void refetch()}
          onRead={read}
          onClose={() => setOpened(false)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
