import { Pill } from '@mantine/core';
import { memo } from 'react';
import { table } from '@/components/table';
import { useTranslation } from '@/lib/wording';
import type { Definition, Field } from '../model/definition';
import { type Display, labelText } from '../words';

interface Props {
  definition: Definition;
  fields: Field[];
  filters: Record<string, string>;
  display: Display;
  onFilter(field: string, value: string | null): void;
}

/** The active filters, each removable. */
export const FilterChips = memo(function FilterChips({
  definition,
  fields,
  filters,
  display,
  onFilter,
}: Props) {
  const { t } = useTranslation();
  const active = fields.filter((field) => filters[field.name]);
  if (active.length === 0) return null;
  const shown = (field: Field) => {
    const text = filters[field.name] ?? '';
    return display(field, { ...filters, [field.name]: field.type === 'bool' ? text === 'true' : text });
  };
  return (
    <div className={table.chips}>
      {active.map((field) => {
        const label = labelText(t, definition.resource, field.name);
        return (
          <Pill
            key={field.name}
            size="md"
            withRemoveButton
            onRemove={() => onFilter(field.name, null)}
            removeButtonProps={{
              'aria-label': t('ui.master.filterRemove', { label }),
              tabIndex: 0,
              'aria-hidden': false,
            }}
          >
            {label}: {shown(field)}
          </Pill>
        );
      })}
    </div>
  );
});
