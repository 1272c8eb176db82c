import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Popup, popup } from '@/lib/feedback';
import { Notice, type Tone } from './notice';

const tones: Record<Popup['title'], Tone> = { Success: 'ok', Warning: 'warn', Failed: 'bad' };
const icons = { Success: IconCheck, Warning: IconAlertTriangle, Failed: IconX };

export function ResultPopup() {
  const { t } = useTranslation();
  const now = popup.use();
  // Keep the last message so that its text does not vanish while fading out.
  const [last, setLast] = useState<Popup>({ title: 'Failed', message: '' });
  if (now && now !== last) setLast(now);
  const Icon = icons[last.title];
  return (
    <Notice
      opened={now !== null}
      tone={tones[last.title]}
      icon={<Icon size={22} stroke={2} aria-hidden />}
      title={t(`ui.feedback.popup.${last.title}`)}
      text={last.message}
      onOk={() => popup.set(null)}
    />
  );
}
