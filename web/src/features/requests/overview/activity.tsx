import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormats } from '@/lib/formats';
import type { DocRequest, Party } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { sentOf } from '../data/calls';
import { useKeys } from '../data/use-request';
import { documentsOf, isOwed } from '../model/owing';

interface Props {
  party: Party;
  /** Whose documents the person sends: the own ones, or those of the party that authorised this one. */
  documents: Party['documents'];
  request: DocRequest;
  screenId: string;
}

/**
 * Why an answer may be missing: whether the last message arrived, whether its link was opened, the last login, how much
 * was sent, and the last try that failed.
 */
export function Activity({ party, documents, request, screenId }: Props) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const keys = useKeys();
  const { txnRefNo, versionNumber, sentOn } = request;
  const { data } = useQuery({
    queryKey: [...keys.of(txnRefNo), 'sent', versionNumber],
    queryFn: async ({ signal }) => (await sentOf(txnRefNo, { signal, screenId, quiet: true })).content,
    enabled: Boolean(sentOn),
  });
  if (!data) return null;
  const own = data.filter(({ partySeqNo, state }) => partySeqNo === party.partySeqNo && state !== 'dismissed');
  const last = own[0];
  // Once the document came, what failed before does not matter.
  const failedDocument = documentsOf(request)
    .map(({ document }) => document)
    .find((document) => document.documentNo === last?.failedUpload?.documentNo && isOwed(document));
  const failed = failedDocument && last?.failedUpload;
  const facts = [
    last && t(`ui.requests.activity.${last.state}`, { on: moment(last.doneOn ?? last.createdOn) }),
    last?.linkOpenedOn && t('ui.requests.activity.linkOpened', { on: moment(last.linkOpenedOn) }),
    own.length > 0 &&
      (last?.loggedInOn
        ? t('ui.requests.activity.loggedIn', { on: moment(last.loggedInOn) })
        : t('ui.requests.activity.notLoggedIn')),
    documents.length > 0 &&
      t('ui.requests.activity.uploaded', {
        done: documents.filter((document) => !isOwed(document)).length,
        all: documents.length,
      }),
    failed &&
      t('ui.requests.activity.uploadFailed', {
        on: moment(failed.on),
        document: failedDocument?.documentTitle,
        cause: t(`ui.requests.activity.fault.${failed.cause}`),
      }),
  ].filter(Boolean);
  if (facts.length === 0) return null;
  return (
    <Text className={looks.break} px={20} py={4} fz="sm" c="dimmed">
      {facts.join(' · ')}
    </Text>
  );
}
