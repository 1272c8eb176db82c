import { Popover, Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '@/lib/wording';
import classes from './notifications.module.css';
import { useNotifications } from './use-notifications';

const List = lazy(() => import('./list'));
const most = 99;

/** The bell: how much is new, and what. */
export function NotificationBell({ className = '' }: { className?: string }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { data, error, refetch, read } = useNotifications();
  const unread = data?.unread ?? 0;
  const name = t('ui.shell.notification');
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
        <UnstyledButton
          className={`${className} ${classes.bell}`}
          title={name}
          onClick={() => setOpened(!opened)}
        >
          <IconBell size={19} stroke={1.6} aria-hidden />
          <VisuallyHidden>{name}</VisuallyHidden>
          {unread > 0 && (
            <>
              <span className={classes.badge} aria-hidden>
                {unread > most ? `${most}+` : unread}
              </span>
              <VisuallyHidden>{`, ${t('ui.bell.unread', { count: unread })}`}</VisuallyHidden>
            </>
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={name} className={classes.dropdown}>
        <Suspense fallback={<Skeleton height={160} />}>
          <List
            notifications={data}
            error={error}
            onRetry={() => void refetch()}
            onRead={read}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
