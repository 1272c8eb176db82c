import { useEffect, useRef } from 'react';
import { ApiError } from '@/lib/api';
import { useTranslation } from '@/lib/wording';
import { type Definition, fieldOf } from '../model/definition';
import type { Fault } from '../model/validate';
import { faultText } from '../words';
import type { ValuesForm } from './use-values';

interface Known extends Fault {
  /** The server's message, used when ours would lack something. */
  said?: string;
}

type Faults = Record<string, Known>;

/** The errors under the fields. Faults are stored, not texts, so that they follow the language. */
export function useFaults(definition: Definition, form: ValuesForm) {
  const { t } = useTranslation();
  const known = useRef<Faults>({});

  const textOf = (name: string, { said, ...fault }: Known) => {
    const raw = t(`message.${fault.key}`, { skipInterpolation: true, defaultValue: '' });
    const needsMore = raw.replaceAll('{{label}}', '').includes('{{') && !fault.values;
    const field = fieldOf(definition, name);
    return said && (raw === '' || needsMore || !field)
      ? said
      : field
        ? faultText(t, definition, field, fault)
        : fault.key;
  };

  const set = (faults: Faults) => {
    known.current = faults;
    const texts = Object.entries(faults).map(([name, fault]) => [name, textOf(name, fault)]);
    form.setErrors(Object.fromEntries(texts));
    return Object.keys(faults);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the language changes; fields edited since keep their state
  useEffect(() => {
    const left = Object.entries(known.current).filter(([name]) => form.errors[name]);
    if (left.length > 0) set(Object.fromEntries(left));
  }, [t]);

  return {
    show: (faults: Record<string, Fault>) => set(faults),
    add: (name: string, fault: Fault) => {
      known.current = { ...known.current, [name]: fault };
      form.setFieldError(name, textOf(name, fault));
    },
    /** The server's errors for those fields. */
    quote: (error: unknown, names: string[]) => {
      const codes = error instanceof ApiError ? error.codes : [];
      const found = names.flatMap((name) => codes.find(({ field }) => field === name) ?? []);
      set(Object.fromEntries(found.map(({ field, code, message }) => [field, { key: code, said: message }])));
    },
  };
}
