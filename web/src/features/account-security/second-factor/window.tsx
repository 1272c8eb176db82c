import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from '@/lib/wording';
import classes from './second-factor.module.css';

interface Props {
  opened: boolean;
  title: string;
  sub?: string;
  /** Content shown only once must not be lost to a stray click or key. */
  must?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** The dialog of this card; full screen on phones. */
export function Window({ opened, title, sub, must, onClose, children }: Props) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      centered
      size={480}
      fullScreen={isPhone}
      closeOnClickOutside={false}
      closeOnEscape={!must}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content radius={isPhone ? 0 : 'lg'}>
        <Modal.Body className={`${classes.window} grid gap-16`}>
          <div className={`${classes.head} flex between align-start gap-12`}>
            <div>
              {sub && <p className="m-0 text-12 muted">{sub}</p>}
              <Modal.Title className={classes.title}>{title}</Modal.Title>
            </div>
            {!must && <Modal.CloseButton aria-label={t('ui.common.close')} size={36} iconSize={20} />}
          </div>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
