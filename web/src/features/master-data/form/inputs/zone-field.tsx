import { useMemo } from 'react';
import { SearchSelect } from './choice-field';
import type { InputProps } from './types';

/** Renders all options, so that the list opens at the chosen one. */
const ALL = 1_000;

export function ZoneField(props: InputProps) {
  const choices = useMemo(() => timeZones().map((zone) => ({ value: zone, label: zoneLabel(zone) })), []);
  return <SearchSelect {...props} choices={choices} limit={ALL} />;
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

export function timeZones(): string[] {
  const named = Intl.supportedValuesOf('timeZone').map((zone) => RENAMED[zone] ?? zone);
  return [...new Set(['UTC', ...named])].sort();
}

/** `Asia/Kolkata (GMT+5:30)`: people look for the offset. */
export function zoneLabel(zone: string): string {
  try {
    const parts = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      timeZoneName: 'shortOffset',
    }).formatToParts();
    return `${zone.replaceAll('_', ' ')} (${parts.find((part) => part.type === 'timeZoneName')?.value ?? ''})`;
  } catch {
    return zone;
  }
}
