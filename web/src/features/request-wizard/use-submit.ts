import { useRef, useState } from 'react';
import { ApiError, randomKey, showError } from '@/lib/api';
import { today } from '@/lib/days';
import type { DocRequest } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import { saved } from './data/calls';
import { checkCustomer, checkNotification, checkParties, type Fault, type Faults } from './model/check';
import { isSilent } from './model/values';
import { countedFrom, type RequestBody, toBody, versionOf } from './model/wire';
import type { useWizard } from './use-wizard';

/** What the form shows on top after the popup closes. */
export type Trouble =
  | { kind: 'stale' }
  | { kind: 'failed'; error: unknown }
  /** The input was merged with the newest version: what was added, and whether other changes are overwritten. */
  | { kind: 'merged'; names: string[]; isOver: boolean };

interface Given {
  wizard: ReturnType<typeof useWizard>;
  renews: RequestBody['renews'];
  /** Called after errors were set on their fields. */
  onFaults(faults: Faults): void;
  /** `isDraft` is true when the server has dropped the draft as well. */
  onDone(request: DocRequest, isSent: boolean, isDraft: boolean): void;
}

const isStale = (error: unknown) =>
  error instanceof ApiError && error.codes.some(({ code }) => code === 'stale');

/** The last segment of a path, which names its label. */
const fieldOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);

function faultsOf(error: unknown): Faults {
  const codes = error instanceof ApiError ? error.codes : [];
  const named = codes.filter(({ field }) => field);
  const faults = named.map(({ field, code, message }): [string, Fault] => {
    const path = String(field);
    return [path, { key: code, field: fieldOf(path), said: message }];
  });
  // The first message of a field wins.
  return Object.fromEntries(faults.reverse());
}

/** Validates, saves or sends, and shows every error where it belongs. */
export function useSubmit({ wizard, renews, onFaults, onDone }: Given) {
  const { addressLinesRequired } = useAuth();
  const { base } = wizard;
  const [isBusy, setIsBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const running = useRef(false);
  const attempt = useRef({ content: '', key: '', isDraft: false });

  const complain = (faults: Faults) => {
    wizard.setFaults(faults);
    onFaults(faults);
  };

  const faultsUpTo = (step: number): Faults => {
    const values = wizard.getValues();
    const from = countedFrom(base?.createdOn);
    return {
      ...checkCustomer(values, addressLinesRequired),
      ...(step >= 1 && checkParties(values, today(), from)),
      ...(step >= 2 && checkNotification(values, today(), from, base?.documentDueDate)),
    };
  };

  const isValid = Object.keys(faultsUpTo(2)).length === 0;
  const isComplete = isValid && !wizard.values.parties.some(isSilent);

  /** Validates everything up to a step; true when the user may continue. */
  const check = (upTo: number): boolean => {
    const faults = faultsUpTo(upTo);
    if (Object.keys(faults).length === 0) return true;
    complain(faults);
    return false;
  };

  /** The same content is sent with the same idempotency key on every try. */
  const attemptOf = (content: string) => {
    if (attempt.current.content !== content)
      attempt.current = { content, key: randomKey(), isDraft: wizard.isDraft() };
    return attempt.current;
  };

  const refused = (error: unknown) => {
    const faults = faultsOf(error);
    if (Object.keys(faults).length > 0) return complain(faults);
    const isSaid = showError(error);
    if (isStale(error)) setTrouble({ kind: 'stale' });
    else if (!isSaid) setTrouble({ kind: 'failed', error });
  };

  const submit = async (send: boolean) => {
    if (running.current || !check(2)) return;
    running.current = true;
    setIsBusy(true);
    setTrouble(null);
    const body = {
      ...toBody(wizard.getValues()),
      ...versionOf(base),
      ...(send && { send: true }),
      ...(renews && { renews }),
    };
    try {
      const { key, isDraft } = attemptOf(JSON.stringify(body));
      const request = await (base ? saved('U', body, key) : saved('S', { ...body, draft: isDraft }, key));
      wizard.settle();
      onDone(request, send, isDraft);
    } catch (error) {
      refused(error);
    } finally {
      running.current = false;
      setIsBusy(false);
    }
  };
  return { submit, check, isValid, isComplete, isBusy, trouble, setTrouble };
}
