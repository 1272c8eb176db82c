import { useMemo } from 'react';
import { SearchSelect } from './search-select';
import { timeZones, zoneLabel } from './time-zones';
import type { InputProps } from './types';

/** Renders all options, so that the list opens at the chosen one. */
const ALL = 1_000;

export function ZoneField(props: InputProps) {
  const choices = useMemo(() => timeZones().map((zone) => ({ value: zone, label: zoneLabel(zone) })), []);
  return <SearchSelect {...props} choices={choices} limit={ALL} />;
}
