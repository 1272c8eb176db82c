import { IconClockPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { expired } from '@/lib/feedback';
import { Notice } from './notice';

export function ExpiredDialog({ onOk }: { onOk: () => void }) {
  const { t } = useTranslation();
  const opened = expired.use();
  const leave = () => {
    expired.set(false);
    onOk();
  };
  return (
    <Notice
      must
      opened={opened}
      tone="info"
      icon={<IconClockPause size={22} stroke={2} aria-hidden />}
      title={t('message.sessionExpiredTitle')}
      text={t('message.sessionExpired')}
      onOk={leave}
    />
  );
}
