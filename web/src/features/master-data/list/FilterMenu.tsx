import { ActionIcon, Button, Popover, Skeleton } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from '@/lib/wording';
import type { Definition, Field } from '../model/definition';
import classes from './list.module.css';

const FilterInput = lazy(() => import('./FilterInput').then((file) => ({ default: file.FilterInput })));

interface Props {
  isPhone: boolean;
  definition: Definition;
  fields: Field[];
  filters: Record<string, string>;
  onFilter(field: string, value: string | null): void;
  onClear(): void;
}

/** One filter a column, all in one place. */
export function FilterMenu({ isPhone, definition, fields, filters, onFilter, onClear }: Props) {
  const { t } = useTranslation();
  const active = fields.filter((field) => filters[field.name]).length;
  return (
    <Popover position="bottom-end" width={320} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        {isPhone ? (
          <ActionIcon variant="default" size={44} aria-label={t('ui.master.filters')}>
            <IconAdjustmentsHorizontal size={18} aria-hidden />
            {active > 0 && <span className={classes.dot} />}
          </ActionIcon>
        ) : (
          <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}>
            {t('ui.master.filters')}
            {active > 0 && <span className={classes.count}>{active}</span>}
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown className={classes.filters} aria-label={t('ui.master.filters')}>
        <Suspense fallback={<Skeleton height={200} />}>
          {fields.map((field) => (
            <FilterInput
              key={field.name}
              definition={definition}
              field={field}
              filters={filters}
              onFilter={onFilter}
            />
          ))}
        </Suspense>
        {active > 0 && (
          <Button variant="subtle" size="xs" onClick={onClear}>
            {t('ui.master.filtersClear')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
