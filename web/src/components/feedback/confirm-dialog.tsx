import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConfirmKind, question, wordsOf } from '@/lib/feedback';
import { useFocusBack } from '@/lib/focus-back';
import classes from './dialogs.module.css';

const dangerous: ConfirmKind[] = [
  'remove',
  'delete',
  'removeDocument',
  'discard',
  'endSession',
  'endOthers',
  'cancelMeeting',
];

export function ConfirmDialog() {
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
      <p className={`${classes.text} muted break`}>{t(`${words}.text`)}</p>
      <div className={`${classes.buttons} flex wrap at-end gap-12`}>
        <Button variant="default" onClick={() => last.answer(false)} data-autofocus>
          {t([`${words}.no`, 'ui.common.cancel'])}
        </Button>
        <Button color={dangerous.includes(last.kind) ? 'red' : undefined} onClick={() => last.answer(true)}>
          {t(`${words}.yes`)}
        </Button>
      </div>
    </Modal>
  );
}
