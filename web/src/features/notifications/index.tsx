import { Box, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { lazy } from 'react';
import { LazyMenu, type MenuButton } from '@/components/lazy-menu';
import { retryImport, usePreload } from '@/lib/on-demand';
import { useTranslation } from '@/lib/wording';
import classes from './notifications.module.css';
import { useNotifications } from './use-notifications';

const load = () => retryImport(() => import('./bell-popover'));
const BellPopover = lazy(load);
const most = 99;

/** The bell with its unread count. The popover is fetched on the user's first input. */
export function NotificationBell({ className = '' }: { className?: string }) {
  const { t } = useTranslation();
  const notifications = useNotifications();
  usePreload(load);
  const name = t('ui.shell.notification');
  const button: MenuButton = (trigger) => (
    <UnstyledButton {...trigger} className={className} pos="relative" title={name}>
      <Face unread={notifications.data?.unread ?? 0} name={name} />
    </UnstyledButton>
  );
  return (
    <LazyMenu kind="dialog" button={button}>
      <BellPopover button={button} name={name} notifications={notifications} />
    </LazyMenu>
  );
}

function Face({ unread, name }: { unread: number; name: string }) {
  const { t } = useTranslation();
  return (
    <>
      <IconBell size={19} stroke={1.6} aria-hidden />
      <VisuallyHidden>{name}</VisuallyHidden>
      {unread > 0 && (
        <>
          <Box component="span" className={classes.badge} fz={11} fw={600} ta="center" aria-hidden>
            {unread > most ? `${most}+` : unread}
          </Box>
          <VisuallyHidden>{`, ${t('ui.bell.unread', { count: unread })}`}</VisuallyHidden>
        </>
      )}
    </>
  );
}
