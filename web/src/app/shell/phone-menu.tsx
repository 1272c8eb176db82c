import { Drawer } from '@mantine/core';
import { useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './shell.module.css';
import { Sidebar } from './sidebar';

/** The sidebar on phones. Rendered closed first: a drawer that starts open does not record where the focus was. */
export default function PhoneMenu({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation();
  const [isDrawn, setIsDrawn] = useState(false);
  useLayoutEffect(() => setIsDrawn(true), []);
  return (
    <Drawer.Root opened={opened && isDrawn} onClose={onClose} size={288}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content aria-label={t('ui.shell.navigation')}>
        <Drawer.Body className={classes.drawer} p={0}>
          <Sidebar onClose={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
