import { lazy } from 'react';
import { FilterMenu as Menu } from '@/components/filter-menu';
import type { Definition, Field } from '../model/definition';

const FilterInput = lazy(() => import('./filter-input').then((file) => ({ default: file.FilterInput })));

interface Props {
  isPhone: boolean;
  definition: Definition;
  fields: Field[];
  filters: Record<string, string>;
  onFilter(field: string, value: string | null): void;
  onClear(): void;
}

/** One filter per column, all in one menu. */
export function FilterMenu({ isPhone, definition, fields, filters, onFilter, onClear }: Props) {
  const count = fields.filter((field) => filters[field.name]).length;
  return (
    <Menu isPhone={isPhone} count={count} width={320} onClear={onClear}>
      {fields.map((field) => (
        <FilterInput
          key={field.name}
          definition={definition}
          field={field}
          filters={filters}
          onFilter={onFilter}
        />
      ))}
    </Menu>
  );
}
