import { Modal } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ask } from './ask';
import classes from './step-up.module.css';

/** Drawers and other dialogs use z-index 200, their dropdowns 300. */
const above = 320;

interface Props {
  isOpen: boolean;
  onAnswer(yes: boolean): void;
}

/** Rendered closed first: a dialog that starts open does not record where the focus was. */
export function Question({ isOpen, onAnswer }: Props) {
  const { t } = useTranslation();
  const [isDrawn, setIsDrawn] = useState(false);
  useLayoutEffect(() => setIsDrawn(true), []);
  return (
    <Modal.Root
      opened={isOpen && isDrawn}
      onClose={() => onAnswer(false)}
      centered
      size={420}
      zIndex={above}
      // The user looks up the code in another window; a click on the way back must not close the question.
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content radius="lg">
        <Modal.Body className={`${classes.body} grid gap-12`}>
          <span className={`${classes.mark} middle brand`}>
            <IconShieldLock size={22} stroke={1.75} aria-hidden />
          </span>
          <Modal.Title className={classes.title}>{t('ui.stepUp.title')}</Modal.Title>
          <Ask onDone={() => onAnswer(true)} onCancel={() => onAnswer(false)} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
