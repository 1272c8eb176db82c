import { Input, SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { DayField as Day } from '@/components/day-field';
import { SearchSelect } from '@/components/select/search-select';
import { useTranslation } from '@/lib/wording';
import { useChoices, useStates } from '../../data/use-choices';
import { isAny } from '../../model/definition';
import { parentsOf } from '../../model/sections';
import { labelText, optionText } from '../../words';
import { common, type InputProps } from './types';

/** A date field of a record. */
export const DayField = (props: InputProps) => <Day {...common(props)} value={props.value} onChange={props.onChange} />;

const chosen = (props: InputProps) => ({
  ...common(props),
  required: props.field.required,
  value: props.value,
  onChange: props.onChange,
});

const FEW = 3;
/** Longer labels do not fit side by side in half a drawer, least of all in Tamil. */
const SHORT = 22;

export function ChoiceField(props: InputProps) {
  const { t } = useTranslation();
  const { field, label, value, onChange, locked, error } = props;
  const choices = (field.options ?? []).map((option) => ({ value: option, label: optionText(t, field.name, option) }));
  const letters = choices.reduce((sum, option) => sum + option.label.length, 0);

  if (field.required && !field.key && choices.length <= FEW && letters <= SHORT) {
    return (
      <Input.Wrapper label={label} labelElement="div" withAsterisk={!locked} error={error}>
        <SegmentedControl
          data-field={field.name}
          aria-label={label}
          fullWidth
          data={choices}
          value={value ?? ''}
          onChange={onChange}
          readOnly={locked}
        />
      </Input.Wrapper>
    );
  }
  return <SearchSelect {...chosen(props)} choices={choices} searchable={choices.length > 8} />;
}

interface ReferenceFieldProps extends InputProps {
  resource: string;
  /** The values of the parent fields, by field name. */
  parents: Record<string, unknown>;
}

/** A record of another resource, limited by its parent fields: a branch of the chosen tenant. */
export function ReferenceField({ resource, parents, ...props }: ReferenceFieldProps) {
  const { t } = useTranslation();
  const { field, value } = props;
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 200);
  const missing = parentsOf(field).find((name) => !parents[name]);
  const { choices, isFull, isPending } = useChoices(field, parents, q, value);
  const shown = useMemo(() => (missing ? [] : choices), [missing, choices]);
  const any = isAny(field) ? t('ui.master.any') : undefined;
  return (
    <SearchSelect
      {...chosen(props)}
      choices={shown}
      disabled={missing !== undefined && !props.locked}
      placeholder={missing ? t('ui.master.chooseFirst', { label: labelText(t, resource, missing) }) : any}
      isLoading={isPending}
      onSearchChange={setTyped}
      isFiltered={isFull}
    />
  );
}

export function StateField({ placeholder, ...props }: InputProps & { placeholder?: string }) {
  const { states, isPending } = useStates();
  const choices = states.map((state) => ({ value: state.stateCode, label: state.stateName }));
  return <SearchSelect {...chosen(props)} choices={choices} placeholder={placeholder} isLoading={isPending} />;
}

/** Renders all options, so that the list opens at the chosen one. */
const ALL = 1_000;

export function ZoneField(props: InputProps) {
  const choices = useMemo(() => timeZones().map((zone) => ({ value: zone, label: zoneLabel(zone) })), []);
  return <SearchSelect {...chosen(props)} choices={choices} limit={ALL} />;
}

/** Browsers still list some cities under obsolete IANA names. */
const RENAMED: Record<string, string> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
};

function timeZones(): string[] {
  const named = Intl.supportedValuesOf('timeZone').map((zone) => RENAMED[zone] ?? zone);
  return [...new Set(['UTC', ...named])].sort();
}

/** `Asia/Kolkata (GMT+5:30)`: people look for the offset. */
function zoneLabel(zone: string): string {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts();
    return `${zone.replaceAll('_', ' ')} (${parts.find((part) => part.type === 'timeZoneName')?.value ?? ''})`;
  } catch {
    return zone;
  }
}
