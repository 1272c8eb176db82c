import { Box, Skeleton, Text } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { Pill, type Tone } from '@/components/pill';
import { SideDrawer } from '@/components/side-drawer';
import { useFormats } from '@/lib/formats';
import type { DocRequest } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { type Message, messagesOf, type SentMessage, sentOf } from '../data/calls';
import { useKeys } from '../data/use-request';
import { nameOf } from '../model/owing';
import classes from './overview.module.css';

interface Props {
  opened: boolean;
  request: DocRequest;
  screenId: string;
  onClose(): void;
}

/** Before sending, a preview of the messages; afterwards the messages with recipients and delivery status. */
export default function MessageDrawer({ opened, request, screenId, onClose }: Props) {
  const { t } = useTranslation();
  const title = t('ui.requests.messages.title');
  const List = request.sentOn ? Sent : Planned;
  return (
    <SideDrawer opened={opened} onClose={onClose} title={title} sub={request.txnRefNo}>
      <Box className={looks.scrollY} pt={20} px={24} pb={28} flex={1} tabIndex={0}>
        {opened && <List request={request} screenId={screenId} />}
      </Box>
    </SideDrawer>
  );
}

const tones: Record<string, Tone> = {
  queued: 'info',
  sent: 'ok',
  delivered: 'ok',
  bounced: 'bad',
  failed: 'bad',
};

interface ListProps {
  request: DocRequest;
  screenId: string;
}

function useMessages<T>(name: string, { request, screenId }: ListProps, load: typeof loaders.planned) {
  const keys = useKeys();
  const { txnRefNo, versionNumber } = request;
  return useQuery({
    queryKey: [...keys.of(txnRefNo), name, versionNumber],
    queryFn: async ({ signal }) => (await load(txnRefNo, { signal, screenId, quiet: true })) as T[],
    refetchOnMount: 'always',
  });
}

type Load = (txnRefNo: string, manner: Parameters<typeof messagesOf>[1]) => Promise<object[]>;
const loaders: Record<'planned' | 'sent', Load> = {
  planned: messagesOf,
  sent: async (txnRefNo, manner) => (await sentOf(txnRefNo, manner)).content,
};

function Planned(props: ListProps) {
  const answer = useMessages<Message>('messages', props, loaders.planned);
  return (
    <Loaded {...answer} onRetry={() => void answer.refetch()}>
      {answer.data?.map((message, at) => (
        <PlannedMessage key={`${at} ${message.to}`} message={message} request={props.request} />
      ))}
    </Loaded>
  );
}

function Sent(props: ListProps) {
  const answer = useMessages<SentMessage>('sent', props, loaders.sent);
  return (
    <Loaded {...answer} onRetry={() => void answer.refetch()}>
      {answer.data?.map((message) => (
        <OneSent key={message.messageId} message={message} request={props.request} />
      ))}
    </Loaded>
  );
}

interface LoadedProps {
  data: object[] | undefined;
  error: unknown;
  onRetry(): void;
  children: ReactNode;
}

function Loaded({ data, error, onRetry, children }: LoadedProps) {
  const { t } = useTranslation();
  if (!data && error) return <LoadFailed error={error} onRetry={onRetry} />;
  if (!data) return <Skeleton height={180} radius="lg" />;
  if (data.length > 0) return children;
  return <EmptyState Icon={IconMailOff} title={t('ui.requests.messages.none')} />;
}

const whoOf = (request: DocRequest, partySeqNo: number | null, address: string) => {
  const party = request.parties.find((each) => each.partySeqNo === partySeqNo);
  return party ? nameOf(party) : address;
};

function PlannedMessage({ message, request }: { message: Message; request: DocRequest }) {
  const { t } = useTranslation();
  const channel = t(`option.templateType.${message.channel}`, { defaultValue: message.channel });
  const language = t(`option.langCode.${message.language}`, { defaultValue: message.language });
  return (
    <article className={`${classes.message} ${looks.card}`}>
      <Box component="header" className={`${classes.head} ${looks.lineBelow}`} fz="sm" bg="var(--surface)">
        <strong>{whoOf(request, message.partySeqNo, message.to)}</strong>
        <span>{[channel, message.to, language].join(' · ')}</span>
      </Box>
      {message.subject && (
        <Box component="h3" className={classes.subject} m={0} fz="md">
          {message.subject}
        </Box>
      )}
      <Text className={`${classes.text} ${looks.break}`} inherit lang={message.language}>
        {message.text}
      </Text>
    </article>
  );
}

function OneSent({ message, request }: { message: SentMessage; request: DocRequest }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const channel = t(`option.templateType.${message.channel}`, { defaultValue: message.channel });
  return (
    <Box component="article" className={classes.sent} py={12}>
      <Box className={`${classes.sentText} ${looks.break}`} fz="sm" c="dimmed">
        <strong>
          {t([`option.templateFor.${message.event}`, `ui.requests.messages.event.${message.event}`], {
            defaultValue: message.event,
          })}
        </strong>
        <span>{whoOf(request, message.partySeqNo, message.recipient)}</span>
        <span>{[channel, message.recipient].join(' · ')}</span>
        <span>{moment(message.doneOn ?? message.createdOn)}</span>
        {message.answer && (
          <span>{t(`ui.requests.messages.answer.${message.channel}`, { answer: message.answer })}</span>
        )}
        <Box component="details" className={classes.letter} mt={4}>
          <summary>{t('ui.requests.messages.read')}</summary>
          {message.subject && (
            <Box component="h3" className={classes.subject} m={0} fz="md">
              {message.subject}
            </Box>
          )}
          <Text className={`${classes.text} ${looks.break}`} inherit>
            {message.text}
          </Text>
        </Box>
      </Box>
      <span className={classes.messagesState}>
        <Pill tone={tones[message.state]} isPlain>
          {t(`ui.requests.messages.state.${message.state}`, { defaultValue: message.state })}
        </Pill>
      </span>
    </Box>
  );
}
