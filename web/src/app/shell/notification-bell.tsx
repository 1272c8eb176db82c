import { Popover, UnstyledButton } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/empty-state';
import classes from './header.module.css';

/** Notifications come with requests; until then the bell says so. */
export function NotificationBell() {
  const { t } = useTranslation();
  return (
    <Popover width={320} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.icon}
          aria-label={t('ui.shell.notification')}
          title={t('ui.shell.notification')}
        >
          <IconBell size={19} stroke={1.6} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('ui.shell.notification')}>
        <EmptyState
          icon={<IconBell size={22} stroke={1.75} />}
          title={t('ui.shell.notificationNone')}
          text={t('ui.shell.notificationNoneText')}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
