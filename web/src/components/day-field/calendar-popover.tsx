import { Popover, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { type DoorButton, useDoor } from '@/components/door';
import { isDate } from '@/lib/days';

const Calendar = lazy(() => import('./calendar'));

interface Props {
  label: string;
  button: DoorButton;
  value: string | null;
  min?: string;
  onChange(day: string | null): void;
}

export default function CalendarPopover({ label, button, value, min, onChange }: Props) {
  const door = useDoor();
  const pick = (day: string | null) => {
    onChange(day);
    door.setOpened(false);
  };
  return (
    <Popover
      opened={door.opened}
      onChange={door.setOpened}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        {button({ ref: door.button, onClick: () => door.setOpened(!door.opened) })}
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Suspense fallback={<Skeleton height={240} width={252} />}>
          <Calendar value={value && isDate(value) ? value : null} onChange={pick} min={min} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
