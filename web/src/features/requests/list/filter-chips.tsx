import { Pill } from '@mantine/core';
import { table } from '@/components/table';
import { useFormats } from '@/lib/formats';
import { useTranslation } from '@/lib/wording';
import { useNames } from '../data/use-choices';
import { type FilterName, filterNames, type ListState, withFilter } from '../model/list-state';
import { filterKeys } from '../shared/words';

interface Props {
  state: ListState;
  go(next: ListState): void;
}

/** The active filters, each removable. */
export function FilterChips({ state, go }: Props) {
  const active = filterNames.filter((name) => name !== 'status' && state.filters[name]);
  if (active.length === 0) return null;
  return <Chips active={active} state={state} go={go} />;
}

function Chips({ active, state, go }: Props & { active: FilterName[] }) {
  const { t } = useTranslation();
  const text = useFilterText(state);
  return (
    <div className={table.chips}>
      {active.map((name) => {
        const label = t(filterKeys(name));
        const value = text(name, state.filters[name] ?? '');
        return (
          <Pill
            key={name}
            size="md"
            withRemoveButton
            onRemove={() => go(withFilter(state, name, null))}
            removeButtonProps={{
              'aria-label': t('ui.master.filterRemove', { label }),
              tabIndex: 0,
              'aria-hidden': false,
            }}
          >
            {name === 'overdue' ? label : `${label}: ${value}`}
          </Pill>
        );
      })}
    </div>
  );
}

function useFilterText({ filters }: ListState) {
  const { date } = useFormats();
  const names: Partial<Record<FilterName, (code: string) => string>> = {
    branchCode: useNames('branchmaster', 'branchCode', [filters.branchCode]),
    requestCategory: useNames('categorydefinition', 'categoryCode', [filters.requestCategory]),
    customerType: useNames('customertypedefinition', 'customerTypeCode', [filters.customerType]),
    from: date,
    to: date,
    dueFrom: date,
    dueTo: date,
  };
  return (name: FilterName, value: string) => names[name]?.(value) ?? value;
}
