import { Skeleton } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '@/components/empty-state';
import { LoadFailed } from '@/components/load-failed';
import { SideDrawer } from '@/components/side-drawer';
import type { DocRequest } from '@/lib/requests';
import { useTranslation } from '@/lib/wording';
import { type Message, messagesOf } from '../data/calls';
import { useKeys } from '../data/keys';
import { nameOf } from '../model/people';
import classes from './messages.module.css';

interface Props {
  opened: boolean;
  request: DocRequest;
  screenId: string;
  onClose(): void;
}

export default function MessageDrawer({ opened, request, screenId, onClose }: Props) {
  const { t } = useTranslation();
  const keys = useKeys();
  const { txnRefNo, versionNumber } = request;
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.of(txnRefNo), 'messages', versionNumber],
    enabled: opened,
    queryFn: ({ signal }) => messagesOf(txnRefNo, { signal, screenId, quiet: true }),
  });
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t('ui.requests.messages.title')} sub={txnRefNo}>
      <div className={classes.body}>
        {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={180} radius="lg" />}
        {data?.length === 0 && (
          <EmptyState
            icon={<IconMailOff size={24} stroke={1.75} aria-hidden />}
            title={t('ui.requests.messages.none')}
          />
        )}
        {data?.map((message, at) => (
          <OneMessage key={`${at} ${message.to}`} message={message} request={request} />
        ))}
      </div>
    </SideDrawer>
  );
}

function OneMessage({ message, request }: { message: Message; request: DocRequest }) {
  const { t } = useTranslation();
  const party = request.parties.find(({ partySeqNo }) => partySeqNo === message.partySeqNo);
  return (
    <article className={classes.message}>
      <header className={classes.head}>
        <strong>{party ? nameOf(party) : message.to}</strong>
        <span>
          {t(`option.templateType.${message.channel}`, { defaultValue: message.channel })} · {message.to} ·{' '}
          {t(`option.langCode.${message.language}`, { defaultValue: message.language })}
        </span>
      </header>
      {message.subject && <h3 className={classes.subject}>{message.subject}</h3>}
      <p className={classes.text} lang={message.language}>
        {message.text}
      </p>
    </article>
  );
}
