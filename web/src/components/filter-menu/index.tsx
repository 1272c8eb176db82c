import { ActionIcon, Button, Popover, Skeleton } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from '@/lib/wording';
import classes from './filter-menu.module.css';

interface Props {
  isPhone: boolean;
  /** How many filters are set. */
  count: number;
  width: number;
  onClear(): void;
  /** The fields; they may be fetched when the menu is opened. */
  children: ReactNode;
}

/** Everything a list can be narrowed by, in one place. */
export function FilterMenu({ isPhone, count, width, onClear, children }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  useClickElsewhere(opened, () => setOpened(false));
  const door = { variant: 'default', 'data-filters': true, onClick: () => setOpened(!opened) } as const;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      closeOnClickOutside={false}
      position="bottom-end"
      width={isPhone ? Math.min(width, 340) : width}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        {isPhone ? (
          <ActionIcon {...door} size={44} aria-label={t('ui.master.filters')}>
            <IconAdjustmentsHorizontal size={18} aria-hidden />
            {count > 0 && <span className={classes.dot} />}
          </ActionIcon>
        ) : (
          <Button {...door} leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}>
            {t('ui.master.filters')}
            {count > 0 && <span className={classes.count}>{count}</span>}
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown className={classes.fields} aria-label={t('ui.master.filters')}>
        <Suspense fallback={<Skeleton height={240} />}>{children}</Suspense>
        {count > 0 && (
          <Button variant="subtle" size="xs" onClick={onClear}>
            {t('ui.master.filtersClear')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Lists and calendars of the fields lie beside the menu, not in it: a click on them must not close it. */
function useClickElsewhere(opened: boolean, close: () => void) {
  useEffect(() => {
    if (!opened) return;
    const onPress = ({ target }: Event) => {
      if (target instanceof Element && !target.closest('[data-portal], [data-filters]')) close();
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [opened, close]);
}
