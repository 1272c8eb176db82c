import { ActionIcon, Button, Popover, Skeleton } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from '@/lib/wording';
import type { ListState } from '../model/list-state';
import classes from './list.module.css';

const FilterFields = lazy(() => import('./filter-fields'));

interface Props {
  state: ListState;
  go(next: ListState): void;
  isPhone: boolean;
}

/** Everything a list can be narrowed by but the status, which stands above it. */
export function FilterMenu({ state, go, isPhone }: Props) {
  const { t } = useTranslation();
  const { status, ...others } = state.filters;
  const count = Object.keys(others).length;
  const [opened, setOpened] = useState(false);
  useClickElsewhere(opened, () => setOpened(false));
  const toggle = () => setOpened(!opened);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      closeOnClickOutside={false}
      position="bottom-end"
      width={isPhone ? 340 : 440}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        {isPhone ? (
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t('ui.master.filters')}
            data-filters
            onClick={toggle}
          >
            <IconAdjustmentsHorizontal size={18} aria-hidden />
            {count > 0 && <span className={classes.dot} />}
          </ActionIcon>
        ) : (
          <Button
            variant="default"
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            data-filters
            onClick={toggle}
          >
            {t('ui.master.filters')}
            {count > 0 && <span className={classes.count}>{count}</span>}
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown className={classes.filters} aria-label={t('ui.master.filters')}>
        <Suspense fallback={<Skeleton height={320} />}>
          <FilterFields state={state} go={go} />
        </Suspense>
        {count > 0 && (
          <Button
            variant="subtle"
            size="xs"
            onClick={() => go({ ...state, page: 1, filters: status ? { status } : {} })}
          >
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
