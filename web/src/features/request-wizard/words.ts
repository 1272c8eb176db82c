import type { TFunction } from 'i18next';
import { createContext, useContext } from 'react';
import type { Errors } from '@/components/form';
import { faultText } from '@/components/form/faults';
import { t } from '@/lib/wording';
import type { Faults } from './model/check';

/** The last segment of a path, which names its label. */
export const fieldOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);

export const labelOf = (t: TFunction, field: string): string =>
  t([`field.docrequest.${field}`, `field.common.${field}`]);

export const textsOf = (faults: Faults): Errors =>
  Object.fromEntries(
    Object.entries(faults).map(([path, fault]) => [path, faultText(fault, labelOf(t, fault.field ?? fieldOf(path)))]),
  );

const ErrorsContext = createContext<Errors>({});
export const ErrorsProvider = ErrorsContext.Provider;
/** The error of one field, by its path. */
export const useError = (path: string) => useContext(ErrorsContext)[path];
