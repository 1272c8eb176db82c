import { Modal } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Ask } from './ask';
import classes from './step-up.module.css';
import { useStepUp } from './use-step-up';

/** Drawers and other dialogs stand at 200, what drops down from them at 300. */
const above = 320;

/** Asks for a second factor whenever a call wants one, over whatever stands on the page. */
export function StepUp() {
  const { t } = useTranslation();
  const { isOpen, answer } = useStepUp();
  return (
    <Modal.Root
      opened={isOpen}
      onClose={() => answer(false)}
      centered
      size={420}
      zIndex={above}
      // Somebody looks up the code in another window; a click on the way back must not lose the question.
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content radius="lg">
        <Modal.Body className={classes.body}>
          <span className={classes.mark}>
            <IconShieldLock size={22} stroke={1.75} aria-hidden />
          </span>
          <Modal.Title className={classes.title}>{t('ui.stepUp.title')}</Modal.Title>
          <Ask onDone={() => answer(true)} onCancel={() => answer(false)} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
