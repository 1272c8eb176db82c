import { Popover } from '@mantine/core';
import { type MenuButton, useLazyMenu } from '@/components/lazy-menu';
import { NotificationList } from './list';
import classes from './notifications.module.css';
import type { Bell } from './use-notifications';

interface Props {
  button: MenuButton;
  name: string;
  notifications: Bell;
}

export default function BellPopover({ button, name, notifications }: Props) {
  const { opened, setOpened, button: ref } = useLazyMenu();
  const { data, error, refetch, read } = notifications;
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
      <Popover.Target>{button({ ref, onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown aria-label={name} className={classes.dropdown}>
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
