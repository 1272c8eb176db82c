import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { showError } from '@/lib/api';
import { type DocRequest, findRequest } from '@/lib/requests';
import { session, useAuth } from '@/lib/session';
import { cloneOf, renewalOf } from './data/calls';
import { emptyValues, type WizardValues } from './model/values';
import { type Base, fromBody, type RequestBody } from './model/wire';

/** What the wizard starts with, read from the address. */
export interface Origin {
  kind: 'new' | 'edit' | 'clone' | 'renew';
  /** Distinguishes the forms of one screen. */
  name: string;
  reference: string;
  documentNo: number;
}

export function originOf({ txnRefNo, clone, renew }: Record<string, string | undefined>): Origin {
  const [reference = '', documentNo = ''] = renew?.split(':') ?? [];
  if (txnRefNo) return { kind: 'edit', name: txnRefNo, reference: txnRefNo, documentNo: 0 };
  if (clone) return { kind: 'clone', name: `clone ${clone}`, reference: clone, documentNo: 0 };
  if (renew) return { kind: 'renew', name: `renew ${renew}`, reference, documentNo: Number(documentNo) };
  return { kind: 'new', name: 'new', reference: '', documentNo: 0 };
}

interface Loaded {
  values: WizardValues;
  base: Base | undefined;
  isSent: boolean;
  /** Sent with the save, which marks the renewal as done. */
  renews?: RequestBody['renews'];
  /** The status that prevents further edits. */
  locked?: string;
}

const load = async ({ kind, reference, documentNo }: Origin): Promise<RequestBody> => {
  if (kind === 'clone') return cloneOf(reference);
  return kind === 'renew' ? renewalOf(reference, documentNo) : findRequest(reference);
};

const baseOf = ({ txnRefNo, versionNumber, createdOn, documentDueDate }: DocRequest): Base => ({
  txnRefNo,
  versionNumber,
  createdOn,
  documentDueDate,
});

export function useOrigin(origin: Origin) {
  const { countryCode, userId } = useAuth();
  // The default language of messages to the parties.
  const [language] = useState(() => session.language());
  const answer = useQuery({
    queryKey: ['wizard', userId, origin.kind, origin.reference, origin.documentNo],
    queryFn: () => load(origin),
    enabled: origin.kind !== 'new',
    // Edits must start from the current version.
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  const { data, error, refetch } = answer;
  const loaded = useMemo((): Loaded | undefined => {
    if (origin.kind === 'new') {
      return { values: emptyValues(countryCode, language), base: undefined, isSent: false };
    }
    if (!data) return undefined;
    const values = fromBody(data, countryCode, language);
    if (origin.kind !== 'edit') return { values, base: undefined, isSent: false, renews: data.renews };
    const request = data as DocRequest;
    const locked = request.allowed?.includes('edit') ? undefined : request.transactionStatus;
    return { values, base: baseOf(request), isSent: Boolean(request.sentOn), locked };
  }, [data, origin.kind, countryCode, language]);

  const reload = async () => {
    const { data: newest, error: refusal } = await refetch();
    if (refusal) showError(refusal);
    if (refusal || !newest) return undefined;
    return { values: fromBody(newest, countryCode, language), base: baseOf(newest as DocRequest) };
  };
  return { loaded, error: loaded ? null : error, refetch: () => void refetch(), reload };
}
