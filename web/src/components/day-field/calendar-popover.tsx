import { Popover, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { type MenuButton, useLazyMenu } from '@/components/lazy-menu';
import { isDate } from '@/lib/days';

const Calendar = lazy(() => import('./calendar'));

interface Props {
  label: string;
  button: MenuButton;
  value: string | null;
  min?: string;
  onChange(day: string | null): void;
}

export default function CalendarPopover({ label, button, value, min, onChange }: Props) {
  const lazyMenu = useLazyMenu();
  const pick = (day: string | null) => {
    onChange(day);
    lazyMenu.setOpened(false);
  };
  return (
    <Popover
      opened={lazyMenu.opened}
      onChange={lazyMenu.setOpened}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        {button({ ref: lazyMenu.button, onClick: () => lazyMenu.setOpened(!lazyMenu.opened) })}
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Suspense fallback={<Skeleton height={240} width={252} />}>
          <Calendar value={value && isDate(value) ? value : null} onChange={pick} min={min} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
