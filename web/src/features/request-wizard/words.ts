import type { TFunction } from 'i18next';
import { createContext, useContext } from 'react';
import type { Fault, Faults } from './model/check';

export const labelOf = (t: TFunction, field: string): string =>
  t([`field.docrequest.${field}`, `field.common.${field}`]);

/** In the current language of the page; the server's message where ours would lack something. */
export function faultText(t: TFunction, fault: Fault): string {
  const key = `message.${fault.key}`;
  const raw = t(key, { skipInterpolation: true, defaultValue: '' }) as string;
  const needsMore = raw.replaceAll('{{label}}', '').includes('{{') && !fault.values;
  if (fault.said !== undefined && (raw === '' || needsMore)) return fault.said;
  return t(key, { label: labelOf(t, fault.field), ...fault.values });
}

const FaultsContext = createContext<Faults>({});
export const FaultsProvider = FaultsContext.Provider;
export const useFault = (path: string): Fault | undefined => useContext(FaultsContext)[path];
