import { useRef, useState } from 'react';
import { useSubmit } from '@/components/form';
import { faultsOf } from '@/components/form/faults';
import { isStale, randomKey, showError } from '@/lib/api';
import { today } from '@/lib/days';
import type { DocRequest } from '@/lib/requests';
import { useAuth } from '@/lib/session';
import { saved } from './data/calls';
import { checkCustomer, checkNotification, checkParties, type Faults } from './model/check';
import { isSilent } from './model/values';
import { countedFrom, type RequestBody, toBody, versionOf } from './model/wire';
import type { useWizard } from './use-wizard';
import { textsOf } from './words';

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
  onFaults(paths: string[]): void;
  /** `isDraft` is true when the server has dropped the draft as well. */
  onDone(request: DocRequest, isSent: boolean, isDraft: boolean): void;
}

/** Validates, saves or sends, and shows every error where it belongs. */
export function useSendRequest({ wizard, renews, onFaults, onDone }: Given) {
  const { addressLinesRequired } = useAuth();
  const { base } = wizard;
  const submission = useSubmit();
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const attempt = useRef({ content: '', key: '', isDraft: false });

  const complain = (faults: Faults) => {
    const paths = Object.keys(faults);
    if (paths.length === 0) return false;
    wizard.show(() => textsOf(faults));
    onFaults(paths);
    return true;
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
  const check = (upTo: number) => !complain(faultsUpTo(upTo));

  /** The same content is sent with the same idempotency key on every try. */
  const attemptOf = (content: string) => {
    if (attempt.current.content !== content) attempt.current = { content, key: randomKey(), isDraft: wizard.isDraft() };
    return attempt.current;
  };

  const refused = (error: unknown) => {
    if (complain(faultsOf(error))) return true;
    const isSaid = showError(error);
    if (isStale(error)) setTrouble({ kind: 'stale' });
    else if (!isSaid) setTrouble({ kind: 'failed', error });
    return true;
  };

  const store = async (send: boolean) => {
    setTrouble(null);
    const body = {
      ...toBody(wizard.getValues()),
      ...versionOf(base),
      ...(send && { send: true }),
      ...(renews && { renews }),
    };
    const { key, isDraft } = attemptOf(JSON.stringify(body));
    const request = await (base ? saved('U', body, key) : saved('S', { ...body, draft: isDraft }, key));
    wizard.settle();
    onDone(request, send, isDraft);
  };
  const submit = (send: boolean) => {
    if (check(2)) void submission.run(() => store(send), refused);
  };
  /** Nothing is sent while the newest version is fetched. */
  const whileBusy = (work: () => Promise<void>) => submission.run(work);
  return { submit, check, isValid, isComplete, isBusy: submission.busy, whileBusy, trouble, setTrouble };
}
