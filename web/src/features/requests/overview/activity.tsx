import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormats } from '@/lib/formats';
import type { DocRequest, Party } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { sentOf } from '../data/calls';
import { useKeys } from '../data/use-request';
import { isOwed } from '../model/owing';

interface Props {
  party: Party;
  /** Whose documents the person sends: the own ones, or those of the party that authorised this one. */
  documents: Party['documents'];
  request: DocRequest;
  screenId: string;
}

/** Why an answer may be missing: whether the last message arrived, the last login, and how much was sent. */
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
  const facts = [
    last && t(`ui.requests.activity.${last.state}`, { on: moment(last.doneOn ?? last.createdOn) }),
    own.length > 0 &&
      (last?.loggedInOn
        ? t('ui.requests.activity.loggedIn', { on: moment(last.loggedInOn) })
        : t('ui.requests.activity.notLoggedIn')),
    documents.length > 0 &&
      t('ui.requests.activity.uploaded', {
        done: documents.filter((document) => !isOwed(document)).length,
        all: documents.length,
      }),
  ].filter(Boolean);
  if (facts.length === 0) return null;
  return (
    <Text className={looks.break} px={20} py={4} fz="sm" c="dimmed">
      {facts.join(' · ')}
    </Text>
  );
}
