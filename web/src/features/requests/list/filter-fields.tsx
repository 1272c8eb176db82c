import { Select, SimpleGrid, Switch } from '@mantine/core';
import { DayField } from '@/components/day-field';
import type { ListActions, ListState } from '@/components/list';
import { isDate } from '@/lib/days';
import { useTranslation } from '@/lib/wording';
import { useBranches, useChoices } from '../data/use-choices';
import { type FilterName, havings } from '../model/list-state';
import { ChoiceField } from '../shared/choice-field';
import { filterKeys } from '../shared/words';

/** Loaded when the menu opens: reading a list needs no calendar. */
export default function FilterFields({ state, list }: { state: ListState; list: ListActions }) {
  const { t } = useTranslation();
  const { filters } = state;
  const set = (name: FilterName, value: string | null) => list.filter(name, value);
  const day = (name: 'from' | 'to' | 'dueFrom' | 'dueTo' | 'closedFrom' | 'closedTo') => (
    <DayField
      label={t(`ui.requests.filter.${name}`)}
      value={filters[name] ?? null}
      onChange={(value) => (value === null || isDate(value)) && set(name, value)}
    />
  );
  const field = (name: FilterName) => ({
    label: t(filterKeys(name)),
    value: filters[name] ?? null,
    onChange: (value: string | null) => set(name, value),
  });
  return (
    <>
      <SimpleGrid cols={2} spacing={12}>
        {day('from')}
        {day('to')}
        {day('dueFrom')}
        {day('dueTo')}
        {day('closedFrom')}
        {day('closedTo')}
      </SimpleGrid>
      <SimpleGrid cols={2} spacing={12}>
        <Select {...field('branchCode')} data={useBranches()} clearable searchable />
        <ChoiceField {...field('requestCategory')} choices={useChoices('categorydefinition', 'categoryCode')} />
        <ChoiceField {...field('customerType')} choices={useChoices('customertypedefinition', 'customerTypeCode')} />
        <ChoiceField {...field('owner')} choices={useChoices('usermaster', 'userId')} />
      </SimpleGrid>
      <Select
        {...field('having')}
        data={havings.map((value) => ({ value, label: t(`ui.requests.having.${value}`) }))}
        clearable
      />
      <Switch
        label={t('ui.requests.filter.overdue')}
        checked={filters.overdue === 'true'}
        onChange={(event) => set('overdue', event.currentTarget.checked ? 'true' : null)}
      />
    </>
  );
}
