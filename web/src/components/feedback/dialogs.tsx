import looks from '@/lib/theme/looks.module.css';
import { tint } from '@/lib/theme/tint';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { Button, Center, Flex, Modal, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClockPause, IconHourglassLow, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText, useCountdown } from '@/lib/countdown';
import {
  type ConfirmKind,
  endedElsewhere,
  expired,
  idleEnd,
  type Popup,
  popup,
  question,
  wordsOf,
} from '@/lib/feedback';
import { useFocusBack } from '@/lib/focus-back';
import classes from './feedback.module.css';

export default function Dialogs({ onExpired }: { onExpired: () => void }) {
  return (
    <>
      <ResultPopup />
      <ConfirmDialog />
      <IdleDialog />
      <ExpiredDialog onOk={onExpired} />
    </>
  );
}

export type Tone = 'ok' | 'warn' | 'bad' | 'info';

interface Props {
  opened: boolean;
  tone: Tone;
  icon: ReactNode;
  title: string;
  text?: string;
  /** The button's text instead of Ok. */
  yes?: string;
  onOk(): void;
  /** A mandatory notice closes only with its Ok button. */
  must?: boolean;
}

/** A notice with one button. */
export function Notice({ opened, tone, icon, title, text, yes, onOk, must }: Props) {
  const { t } = useTranslation();
  useFocusBack(opened);
  return (
    <Modal.Root
      opened={opened}
      onClose={onOk}
      returnFocus={false}
      centered
      size={380}
      radius="lg"
      closeOnEscape={!must}
      closeOnClickOutside={!must}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content radius="lg">
        <Modal.Body className={classes.notice}>
          <Center component="span" {...tint(tone)} w={44} h={44} mb={12} bdrs="50%">
            {icon}
          </Center>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          {text && (
            <Text className={`${classes.text} ${looks.break}`} mt={4} c="dimmed" inherit>
              {text}
            </Text>
          )}
          <Button fullWidth mt={20} onClick={onOk} data-autofocus>
            {yes ?? t('ui.common.ok')}
          </Button>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

const dangerous: ConfirmKind[] = [
  'remove',
  'delete',
  'removeDocument',
  'discard',
  'endSession',
  'endOthers',
  'cancelMeeting',
];

function ConfirmDialog() {
  const { t } = useTranslation();
  const now = question.use();
  const [last, setLast] = useState(now);
  if (now && now !== last) setLast(now);
  useFocusBack(now !== null);
  if (!last) return null;
  const words = wordsOf(last.kind);
  const title = last.name ? t(`${words}.named`, { name: last.name }) : t(`${words}.title`);
  return (
    <Modal
      opened={now !== null}
      onClose={() => last.answer(false)}
      title={title}
      returnFocus={false}
      centered
      size={420}
      radius="lg"
      classNames={{ title: classes.title, header: classes.header, body: classes.body }}
      closeButtonProps={{ 'aria-label': t('ui.common.close') }}
      overlayProps={{ backgroundOpacity: 0.35 }}
    >
      <Text className={looks.break} mt={4} c="dimmed" inherit>
        {t(`${words}.text`)}
      </Text>
      <Flex wrap="wrap" justify="flex-end" gap={12} mt={24}>
        <Button variant="default" onClick={() => last.answer(false)} data-autofocus>
          {t([`${words}.no`, 'ui.common.cancel'])}
        </Button>
        <Button color={dangerous.includes(last.kind) ? 'red' : undefined} onClick={() => last.answer(true)}>
          {t(`${words}.yes`)}
        </Button>
      </Flex>
    </Modal>
  );
}

function ExpiredDialog({ onOk }: { onOk: () => void }) {
  const { t } = useTranslation();
  const opened = expired.use();
  const elsewhere = endedElsewhere.use();
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
      title={t(elsewhere ? 'ui.feedback.endedElsewhere.title' : 'message.sessionExpiredTitle')}
      text={t(elsewhere ? 'ui.feedback.endedElsewhere.text' : 'message.sessionExpired')}
      onOk={leave}
    />
  );
}

/** Any activity keeps the session; the button is for those who only see the question. */
function IdleDialog() {
  const { t } = useTranslation();
  const end = idleEnd.use();
  const left = useCountdown(end);
  return (
    <Notice
      opened={end > 0}
      tone="warn"
      icon={<IconHourglassLow size={22} stroke={2} aria-hidden />}
      title={t('ui.feedback.idle.title')}
      text={t('ui.feedback.idle.text', { left: clockText(left) })}
      yes={t('ui.feedback.idle.stay')}
      onOk={() => idleEnd.set(0)}
    />
  );
}

const tones: Record<Popup['title'], Tone> = { Success: 'ok', Warning: 'warn', Failed: 'bad' };
const icons = { Success: IconCheck, Warning: IconAlertTriangle, Failed: IconX };

function ResultPopup() {
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
