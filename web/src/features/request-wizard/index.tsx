import { Box, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { showError } from '@/lib/api';
import { toast } from '@/lib/feedback';
import { can } from '@/lib/permissions';
import { type DocRequest, findRequest, pathOfRequest } from '@/lib/requests';
import { type ScreenInfo, session, useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useUrlState } from '@/lib/url-state';
import { useTranslation } from '@/lib/wording';
import { cloneOf, renewalOf } from './data/calls';
import { emptyValues, type WizardValues } from './model/values';
import { type Base, fromBody, type RequestBody } from './model/wire';
import { Wizard } from './wizard';
import classes from './wizard.module.css';

/** Create Request: new, cloned, a renewal, or an edit of a stored one. */
export default function RequestWizard({ screen }: { screen: ScreenInfo }) {
  const { t } = useTranslation();
  const auth = useAuth();
  const navigate = useNavigate();
  const [url] = useUrlState();
  const origin = originOf(url);
  const { loaded, error, refetch, reload } = useOrigin(origin);
  const title =
    origin.kind === 'new' ? t(`screen.${screen.screenCode}`) : t(`ui.wizard.${origin.kind}Title`, { ...origin });

  const onDone = (request: DocRequest, isSent: boolean) => {
    toast(t(isSent ? 'ui.wizard.sent' : 'ui.wizard.kept', { reference: request.txnRefNo }));
    navigate({ to: pathOfRequest(auth, request.txnRefNo) ?? '/auth/home' });
  };
  const from = pathOfRequest(auth, origin.reference) ?? '/auth/home';
  const leave = () => void navigate({ to: from });
  const titled = (content: ReactNode) => (
    <>
      <Box component="h1" className={classes.title} miw={0}>
        {title}
      </Box>
      {content}
    </>
  );
  if (!can(screen, 'edit')) {
    return titled(<EmptyState words="ui.wizard.viewOnly" />);
  }
  if (error) return titled(<LoadFailed error={error} onRetry={refetch} />);
  if (!loaded) return titled(<Outline />);
  if (loaded.locked) {
    return titled(
      <EmptyState
        title={t('ui.wizard.notEditable.title')}
        text={t('ui.wizard.notEditable.text', { status: t(`status.${loaded.locked}`) })}
      >
        <Link to={from} className={looks.textLink}>
          {t('ui.wizard.notEditable.link')}
        </Link>
      </EmptyState>,
    );
  }
  return (
    <Wizard
      key={origin.name}
      screenCode={screen.screenCode}
      title={title}
      name={origin.name}
      start={loaded.values}
      base={loaded.base}
      isSent={loaded.isSent}
      renews={loaded.renews}
      hasDocuments={origin.kind !== 'new'}
      reload={reload}
      onDone={onDone}
      onLeave={origin.kind === 'new' ? undefined : leave}
    />
  );
}

function Outline() {
  const { t } = useTranslation();
  return (
    <div className={looks.fields} role="status" aria-label={t('ui.common.loading')}>
      {Array.from({ length: 10 }, (_, at) => (
        <div key={at}>
          <Skeleton height={12} width="45%" mb={8} mt={16} />
          <Skeleton height={36} />
        </div>
      ))}
    </div>
  );
}

/** What the wizard starts with, read from the address. */
interface Origin {
  kind: 'new' | 'edit' | 'clone' | 'renew';
  /** Distinguishes the forms of one screen. */
  name: string;
  reference: string;
  documentNo: number;
}

function originOf({ txnRefNo, clone, renew }: Record<string, string | undefined>): Origin {
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

function useOrigin(origin: Origin) {
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
