import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPointer } from '@tabler/icons-react';
import { useState } from 'react';
import type { Definition } from '@/lib/definitions';
import { useTranslation } from '@/lib/wording';
import type { Entry } from '../model/entry';
import classes from './details.module.css';
import { EntryDetails } from './entry-details';

interface Props {
  definition: Definition;
  entry: Entry | undefined;
  /** Beside the list, where there is room and the screen supports it. */
  asPanel: boolean;
  onClose(): void;
}

export function Details({ asPanel, ...props }: Props) {
  return asPanel ? <Panel {...props} /> : <SideDrawer {...props} />;
}

type Inner = Omit<Props, 'asPanel'>;

function Panel({ definition, entry }: Inner) {
  const { t } = useTranslation();
  return (
    <aside
      className={`${classes.panel} p-20 scroll-y card`}
      aria-label={t('ui.logs.details')}
      aria-live="polite"
    >
      <h2 className="m-0 mb-8 text-15 strong">{t('ui.logs.details')}</h2>
      {entry ? (
        <EntryDetails definition={definition} entry={entry} />
      ) : (
        <div className={`${classes.choose} grid justify-center gap-8 muted centered`}>
          <IconPointer size={22} stroke={1.5} aria-hidden />
          <p>{t('ui.logs.choose')}</p>
        </div>
      )}
    </aside>
  );
}

function SideDrawer({ definition, entry, onClose }: Inner) {
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  // Keep the last entry so that it does not vanish while the drawer closes.
  const [last, setLast] = useState(entry);
  if (entry && entry !== last) setLast(entry);
  return (
    <Drawer.Root
      opened={entry !== undefined}
      onClose={onClose}
      position="right"
      size={isPhone ? '100%' : 520}
      transitionProps={{ duration: 160 }}
    >
      <Drawer.Overlay backgroundOpacity={0.3} />
      <Drawer.Content radius={0}>
        <header className={`${classes.header} row gap-12 line-below`}>
          <Drawer.Title className="text-17 grow strong">{t('ui.logs.details')}</Drawer.Title>
          <Drawer.CloseButton aria-label={t('ui.common.close')} size={isPhone ? 44 : 36} iconSize={20} />
        </header>
        <div className={classes.body}>{last && <EntryDetails definition={definition} entry={last} />}</div>
      </Drawer.Content>
    </Drawer.Root>
  );
}
