import looks from '@/lib/theme/looks.module.css';
import { useIsPhone } from '@/lib/width';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { onToast, type Toast } from '@/lib/feedback';
import classes from './toasts.module.css';

const icons = { good: IconCheck, info: IconInfoCircle, bad: IconAlertCircle };

export default function Toasts() {
  const { t } = useTranslation();
  useEffect(
    () =>
      onToast(({ message, tone = 'good', action, about }: Toast) => {
        const Icon = icons[tone];
        if (about) notifications.hide(about);
        const id = notifications.show({
          id: about,
          // The specification's title; a decision that can be undone keeps to one line.
          title: tone === 'good' && !action ? t('ui.feedback.popup.Success') : undefined,
          message: action ? (
            <>
              {message}
              <span aria-hidden> · </span>
              <button
                type="button"
                className={`${classes.action} ${looks.textLink}`}
                onClick={() => {
                  notifications.hide(id);
                  action.run();
                }}
              >
                {action.label}
              </button>
            </>
          ) : (
            message
          ),
          autoClose: action?.lasts,
          icon: <Icon size={16} stroke={2.25} aria-hidden />,
          withBorder: true,
          classNames: { root: classes.toast, icon: classes[tone], description: classes.text },
          closeButtonProps: { 'aria-label': t('ui.feedback.dismiss') },
        });
      }),
    [t],
  );
  // A drawer's buttons are at the bottom right, on phones along the whole bottom.
  const isPhone = useIsPhone();
  return (
    <Notifications
      position={isPhone ? 'top-center' : 'bottom-center'}
      className={classes.toasts}
      autoClose={4_000}
      limit={3}
      zIndex={410}
    />
  );
}
