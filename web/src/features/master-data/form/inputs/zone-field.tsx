import { useMemo } from 'react';
import { SearchSelect } from './search-select';
import { timeZones, zoneLabel } from './time-zones';
import type { InputProps } from './types';

/** All of them, so that the list opens where the chosen one stands. */
const ALL = 1_000;

export function ZoneField(props: InputProps) {
  const choices = useMemo(() => timeZones().map((zone) => ({ value: zone, label: zoneLabel(zone) })), []);
  return <SearchSelect {...props} choices={choices} limit={ALL} />;
}
