import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '@/lib/focus-back';
import classes from './dialogs.module.css';

export type Tone = 'ok' | 'warn' | 'bad' | 'info';

interface Props {
  opened: boolean;
  tone: Tone;
  icon: ReactNode;
  title: string;
  text?: string;
  onOk(): void;
  /** A mandatory notice closes only with its Ok button. */
  must?: boolean;
}

/** A notice with one button. */
export function Notice({ opened, tone, icon, title, text, onOk, must }: Props) {
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
        <Modal.Body className={`${classes.notice} grid justify-center centered`}>
          <span className={classes.mark} data-tone={tone}>
            {icon}
          </span>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          {text && <p className={`${classes.text} muted break`}>{text}</p>}
          <Button fullWidth mt={20} onClick={onOk} data-autofocus>
            {t('ui.common.ok')}
          </Button>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
