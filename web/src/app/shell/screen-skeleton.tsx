import { Skeleton } from '@mantine/core';

const rows = Array.from({ length: 8 }, (_, row) => row);

/** Outline of a list while its code loads, so that the layout does not shift. */
export function ScreenSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton height={26} width={220} mb={10} />
      <Skeleton height={16} width={360} maw="100%" mb={24} />
      <Skeleton height={36} width={280} maw="100%" mb={12} />
      <Skeleton height={38} mb={6} />
      {rows.map((row) => (
        <Skeleton key={row} height={40} mb={4} />
      ))}
    </div>
  );
}
