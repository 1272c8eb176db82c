import { useCallback, useMemo, useRef, useState } from 'react';
import { useUnsaved } from '@/lib/unsaved';
import {
  addDocuments,
  addParty,
  type Known,
  removeDocument,
  removeParty,
  withCustomer,
  withDocument,
  withParty,
  withProposed,
} from './model/change';
import type { Faults } from './model/check';
import {
  type CustomerValues,
  contentOf,
  type DocumentValues,
  type NotificationValues,
  type PartyValues,
  rekeyed,
  type WizardValues,
} from './model/values';

type Change = (values: WizardValues) => WizardValues;

/** Everything that can be done to the values; the same object as long as the wizard stands. */
export interface Acts {
  customer(patch: Partial<CustomerValues>): void;
  party(key: string, patch: Partial<PartyValues>): void;
  addParty(authorisedBy?: string): void;
  removeParty(key: string): void;
  document(party: string, key: string, patch: Partial<DocumentValues>): void;
  addDocuments(party: string, known: Known[]): void;
  removeDocument(party: string, key: string): void;
  propose(known: Known[]): void;
  notification(patch: Partial<NotificationValues>): void;
}

interface Given {
  screenCode: string;
  /** Tells the requests of one screen apart: 'new', or the reference. */
  name: string;
  start: WizardValues;
  langCode: 'en' | 'ta';
}

const nameOf = (at: number, key: string) => `parties[${at}].${key}`;

/** The paths that a change mends: what is being mended is not blamed any more. */
function without(faults: Faults, isMended: (path: string) => boolean): Faults {
  const left = Object.entries(faults).filter(([path]) => !isMended(path));
  return left.length === Object.keys(faults).length ? faults : Object.fromEntries(left);
}

export function useWizard({ screenCode, name, start, langCode }: Given) {
  const unsaved = useUnsaved(screenCode, name);
  const first = useRef(start);
  const [isRestored, setIsRestored] = useState(() => unsaved.restore() !== undefined);
  const [values, setValues] = useState(() => {
    const kept = unsaved.restore() as { values?: WizardValues } | undefined;
    return kept?.values ? rekeyed(kept.values) : start;
  });
  const [faults, setFaults] = useState<Faults>({});
  const now = useRef(values);
  const isSettled = useRef(false);

  const put = useCallback(
    (next: WizardValues) => {
      now.current = next;
      setValues(next);
      if (isSettled.current) return;
      if (contentOf(next) === contentOf(first.current)) unsaved.forget();
      else unsaved.keep({ values: next });
    },
    [unsaved],
  );

  const acts = useMemo<Acts>(() => {
    const change = (next: Change, isMended: (path: string) => boolean) => {
      put(next(now.current));
      setFaults((before) => without(before, isMended));
    };
    const isParties = (path: string) => path.startsWith('parties');
    const at = (key: string) => now.current.parties.findIndex((party) => party.key === key);
    return {
      customer: (patch) =>
        change(
          (before) => withCustomer(before, patch),
          (path) => path in patch,
        ),
      party: (key, patch) => {
        const paths = Object.keys(patch).map((field) => nameOf(at(key), field));
        const both = ['emailNotification', 'smsNotification'];
        const isSwitch = both.some((field) => field in patch);
        if (isSwitch) paths.push(nameOf(at(key), 'emailNotification'), nameOf(at(key), 'emailAddress'));
        change(
          (before) => withParty(before, key, patch),
          (path) => paths.includes(path),
        );
      },
      // Paths count places, so whatever moves them forgets what was blamed.
      addParty: (by) =>
        change(
          (before) => addParty(before, langCode, by ?? null),
          () => false,
        ),
      removeParty: (key) => change((before) => removeParty(before, key), isParties),
      document: (party, key, patch) => {
        const place = now.current.parties[at(party)]?.documents.findIndex((each) => each.key === key);
        const paths = Object.keys(patch).map((field) => nameOf(at(party), `documents[${place}].${field}`));
        change(
          (before) => withDocument(before, party, key, patch),
          (path) => paths.includes(path),
        );
      },
      addDocuments: (party, known) =>
        change(
          (before) => addDocuments(before, party, known),
          (path) => path.endsWith('.documents'),
        ),
      removeDocument: (party, key) => change((before) => removeDocument(before, party, key), isParties),
      propose: (known) =>
        change(
          (before) => withProposed(before, known),
          (path) => path.endsWith('.documents'),
        ),
      notification: (patch) =>
        change(
          (before) => ({ ...before, notification: { ...before.notification, ...patch } }),
          (path) => path in patch || path.replace('notification.', '') in patch,
        ),
    };
  }, [put, langCode]);

  /** Other values altogether: a draft, or the newest of a request. `isStart` when they count as unchanged. */
  const replace = useCallback(
    (next: WizardValues, isStart: boolean) => {
      if (isStart) first.current = next;
      setFaults({});
      put(next);
    },
    [put],
  );

  const startOver = () => {
    setIsRestored(false);
    replace(first.current, true);
  };

  /** After a save nothing is kept and nobody is asked. */
  const settle = () => {
    isSettled.current = true;
    unsaved.forget();
  };

  const isDirty = useCallback(
    () => !isSettled.current && contentOf(now.current) !== contentOf(first.current),
    [],
  );
  const getValues = useCallback(() => now.current, []);
  return {
    values,
    getValues,
    acts,
    faults,
    setFaults,
    replace,
    startOver,
    settle,
    isDirty,
    isRestored,
    forget: unsaved.forget,
  };
}
