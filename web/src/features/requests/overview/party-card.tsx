import { Box, Button, Flex, Group, Text } from '@mantine/core';
import { IconMail, IconMessage, IconUserCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useBusy } from '@/lib/busy';
import { useFormats } from '@/lib/formats';
import type { DocRequest, Party, RequestStatus } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { changeReminder, remindersOf } from '../data/calls';
import { useKeys } from '../data/use-request';
import { nameOf, type Owing } from '../model/owing';
import { Activity } from './activity';
import { DocumentLine } from './document-line';
import classes from './overview.module.css';

interface Props {
  owing: Owing;
  request: DocRequest;
  screenId: string;
  review: string | undefined;
}

/** While the request is open: not before it is sent, and not once it is decided or closed. */
const asking: RequestStatus[] = ['Requested', 'Pending', 'Waiting', 'Modified'];

/** One party: name, contact details, open documents. */
export function PartyCard({ owing, request, screenId, review }: Props) {
  const { t } = useTranslation();
  const { party, authorised, open } = owing;
  return (
    <section className={`${classes.card} ${looks.card}`} aria-label={nameOf(party)}>
      <Flex
        component="header"
        className={classes.cardHead}
        wrap="wrap"
        justify="space-between"
        align="center"
        bg="var(--surface)"
      >
        <Box miw={0}>
          <Text component="h3" className={looks.break} fz="md" fw={600}>
            {nameOf(party)}
            {party.primaryParty && <span className={classes.tag}>{t('ui.requests.primary')}</span>}
          </Text>
          <Reach party={party} />
        </Box>
        {asking.includes(request.transactionStatus) && (
          <Box component="span" className={classes.owes} fz="sm" fw={500} data-none={open === 0 || undefined}>
            {t('ui.requests.owes', { count: open })}
          </Box>
        )}
      </Flex>
      <Activity party={party} documents={party.documents} request={request} screenId={screenId} />
      <NextReminder party={party} request={request} screenId={screenId} />
      {authorised.map((person) => (
        <Fragment key={person.partySeqNo}>
          <p className={classes.authorised}>
            <IconUserCheck size={16} stroke={1.75} aria-hidden />
            {t('ui.requests.actsFor', {
              name: nameOf(person),
              level: t(`ui.requests.authLevel.${person.authLevel ?? 1}`),
            })}
            {person.relationshipDesc && ` · ${person.relationshipDesc}`}
          </p>
          <Activity party={person} documents={[]} request={request} screenId={screenId} />
          <NextReminder party={person} request={request} screenId={screenId} />
        </Fragment>
      ))}
      {party.requestRemarks && <p className={classes.remarks}>{party.requestRemarks}</p>}
      <ul className={looks.plainList}>
        {party.documents.map((document) => (
          <DocumentLine
            key={document.documentNo}
            document={document}
            request={request}
            screenId={screenId}
            review={review}
          />
        ))}
      </ul>
      {party.documents.length === 0 && <p className={classes.none}>{t('ui.requests.noDocuments')}</p>}
    </section>
  );
}

/** The channels by which the party is notified. */
function Reach({ party }: { party: Party }) {
  const { t } = useTranslation();
  const icon = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <Flex component="p" className={classes.reach} wrap="wrap" fz="sm" c="dimmed">
      {party.emailAddress && (
        <span>
          {party.emailNotification && <IconMail {...icon} />}
          {party.emailAddress}
        </span>
      )}
      {party.mobileNumber && (
        <span>
          {party.smsNotification && <IconMessage {...icon} />}
          {party.mobileNumber}
        </span>
      )}
      <span>{t(`option.langCode.${party.langCode}`)}</span>
    </Flex>
  );
}

interface NextReminderProps {
  party: Party;
  request: DocRequest;
  screenId: string;
}

/** When a person is reminded next; staff can leave it out or send it now. */
function NextReminder({ party, request, screenId }: NextReminderProps) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const keys = useKeys();
  const queries = useQueryClient();
  const [isBusy, run] = useBusy();
  const { txnRefNo, versionNumber } = request;
  const { data } = useQuery({
    queryKey: [...keys.of(txnRefNo), 'reminders', versionNumber],
    queryFn: async ({ signal }) => (await remindersOf(txnRefNo, { signal, screenId })).content,
    enabled: Boolean(request.sentOn),
  });
  const next = data?.find(({ partySeqNo }) => partySeqNo === party.partySeqNo);
  if (!next) return null;
  const change = async (action: 'skip' | 'now') => {
    await run(() => changeReminder(txnRefNo, party.partySeqNo, action, { screenId }));
    void queries.invalidateQueries({ queryKey: keys.of(txnRefNo) });
  };
  const name = nameOf(party);
  return (
    <Group gap="4px 8px" px={20} py={4} fz="sm">
      <span>
        {t('ui.requests.reminder.next', { day: date(next.dueOn) })}{' '}
        <Box component="span" c="dimmed">
          ({t(`ui.requests.reminder.kind.${next.kind}`)})
        </Box>
      </span>
      {request.allowed.includes('remind') && (
        <Flex component="span" className={classes.screenOnly} align="center" gap="4px 8px">
          {(['skip', 'now'] as const).map((action) => (
            <Button
              key={action}
              size="xs"
              variant="default"
              disabled={isBusy}
              aria-label={t(`ui.requests.reminder.${action}Name`, { name })}
              onClick={() => void change(action)}
            >
              {t(`ui.requests.reminder.${action}`)}
            </Button>
          ))}
        </Flex>
      )}
    </Group>
  );
}
