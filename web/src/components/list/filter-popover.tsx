import { Button, Popover, Skeleton } from '@mantine/core';
import { Suspense, useEffect } from 'react';
import { type MenuButton, useLazyMenu } from '@/components/lazy-menu';
import { useTranslation } from '@/lib/wording';
import type { Props } from './filter-menu';
import classes from './list.module.css';

export default function FilterPopover({
  button,
  isPhone,
  count,
  width,
  onClear,
  children,
}: Props & { button: MenuButton }) {
  const { t } = useTranslation();
  const { opened, setOpened, button: ref } = useLazyMenu();
  useClickElsewhere(opened, () => setOpened(false));
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
      <Popover.Target>{button({ ref, onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown className={classes.filters} aria-label={t('ui.master.filters')}>
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

/** Dropdowns and calendars of the fields render outside the menu: a click on them must not close it. */
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
