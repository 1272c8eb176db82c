import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useValues } from '@/components/form';
import { useUnsaved } from '@/lib/unsaved';
import { proposal, type Question } from './data/calls';
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
import {
  type CustomerValues,
  contentOf,
  type DocumentValues,
  type NotificationValues,
  type PartyValues,
  rekeyed,
  type WizardValues,
} from './model/values';
import type { Base } from './model/wire';

type Change = (values: WizardValues) => WizardValues;

/** All operations on the values; stable while the wizard is mounted. */
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

/** The current step and the furthest one reached; counted from 0. */
interface Place {
  step: number;
  reached: number;
}

/** The initial state of a form. */
interface Start {
  start: WizardValues;
  /** The stored request being edited; undefined for a new one. */
  base: Base | undefined;
}

/** Everything that survives a reload, with the version it is based on: a newer record is never overwritten unseen. */
interface Form extends Start {
  values: WizardValues;
  place: Place;
  /** The input came from the server's draft, or was saved as one. */
  isDraft: boolean;
}

interface Given extends Start {
  screenCode: string;
  /** Distinguishes the requests of one screen: 'new', or the reference. */
  name: string;
  /** The furthest step that can be opened at once. */
  reached: number;
  langCode: 'en' | 'ta';
}

const nameOf = (at: number, key: string) => `parties[${at}].${key}`;

export function useWizard({ screenCode, name, start, base, reached, langCode }: Given) {
  const unsaved = useUnsaved(screenCode, name);
  /** The newest version known from the server. */
  const newest = useRef<Start>({ start, base });
  const begin = useRef<Place>({ step: 0, reached });
  const { values: form, ...kit } = useValues<Form>({
    blank: { start, base, values: start, place: begin.current, isDraft: false },
    unsaved: {
      restore: () => {
        const kept = unsaved.restore() as Partial<Form> | undefined;
        return kept && { ...kept, values: kept.values ? rekeyed(kept.values) : start };
      },
      keep: unsaved.keep,
    },
    isSame: ({ values, start }) => contentOf(values) === contentOf(start),
  });
  const { now, set, clearErrors, restart } = kit;

  const acts = useMemo<Acts>(() => {
    const change = (next: Change, isMended: (path: string) => boolean) => {
      set({ values: next(now().values) });
      clearErrors(isMended);
    };
    const isParties = (path: string) => path.startsWith('parties');
    const at = (key: string) => now().values.parties.findIndex((party) => party.key === key);
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
          // Authorised parties are removed, which shifts the positions of others.
          patch.authorizeOtherPty === false ? isParties : (path) => paths.includes(path),
        );
      },
      // Paths contain positions, so anything that shifts them clears the errors.
      addParty: (by) =>
        change(
          (before) => addParty(before, langCode, by ?? null),
          () => false,
        ),
      removeParty: (key) => change((before) => removeParty(before, key), isParties),
      document: (party, key, patch) => {
        const place = now().values.parties[at(party)]?.documents.findIndex((each) => each.key === key);
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
  }, [now, set, clearErrors, langCode]);

  /** Replaces all values: with a draft, or after a merge with the newest request. */
  const replace = (values: WizardValues, upon?: Start) => {
    if (upon) newest.current = upon;
    restart({ ...now(), values, ...upon });
  };
  const startOver = () => {
    replace(newest.current.start, newest.current);
    set({ place: { ...begin.current } });
  };
  return {
    ...kit,
    ...form,
    acts,
    go: (step: number) => set({ place: { step, reached: Math.max(now().place.reached, step) } }),
    isDraft: () => now().isDraft,
    setIsDraft: (isDraft: boolean) => set({ isDraft }),
    getValues: () => now().values,
    replace,
    startOver,
    forget: unsaved.forget,
  };
}

const none: Known[] = [];

function questionOf(customer: CustomerValues): Question | null {
  const { customerType, requestCategory, requestSubCategory, customerCategory } = customer;
  if (!customerType || !requestCategory || !requestSubCategory) return null;
  return { customerType, requestCategory, requestSubCategory, ...(customerCategory && { customerCategory }) };
}

interface Manner {
  takesOver: boolean;
  /** Starts with an earlier proposal, such as after a reload. */
  isAnswered: boolean;
}

/**
 * The documents such a request usually needs. A new request adopts them automatically, again for every other
 * choice; a request with its own documents is only offered them.
 */
export function useProposal(customer: CustomerValues, acts: Acts, { takesOver, isAnswered }: Manner) {
  const question = questionOf(customer);
  const name = JSON.stringify(question);
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['proposal', name],
    queryFn: ({ signal }) => proposal(question as Question, signal),
    enabled: question !== null,
    staleTime: 60_000,
    retry: false,
  });
  const taken = useRef(isAnswered ? name : '');
  useEffect(() => {
    if (!data || !takesOver || taken.current === name) return;
    taken.current = name;
    acts.propose(data);
  }, [data, name, acts, takesOver]);
  /** A form with its own documents, such as a draft, keeps them. */
  const accept = useCallback((given: CustomerValues) => {
    taken.current = JSON.stringify(questionOf(given));
  }, []);
  return { proposed: data ?? none, isLooking: isFetching, isFailed: isError, retry: refetch, accept };
}
