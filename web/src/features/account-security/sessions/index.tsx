import { Box, Button, Center, Flex, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Card } from '@/components/card';
import { Pill } from '@/components/pill';
import { list, remove } from '@/lib/api';
import { useBusy } from '@/lib/busy';
import { deviceText } from '@/lib/device';
import { confirm, toast } from '@/lib/feedback';
import { useFormats } from '@/lib/formats';
import { useAuth } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import classes from '../account-security.module.css';

/** The user's active sessions, each can be ended. */
export function Sessions({ onEnded }: { onEnded(): void }) {
  const { t } = useTranslation();
  const { data = [], isPending, error, refetch, end, isEnding, reload } = useSessions();
  const hasOthers = data.some(({ current }) => !current);

  const endOne = async ({ sessionId, current }: OwnSession, name: string) => {
    if (!(await confirm(current ? 'endCurrent' : 'endSession', name))) return;
    const isDone = await end({ sessionId });
    if (isDone && current) return onEnded();
    if (isDone) toast(t('ui.sessions.ended'));
    await reload();
  };
  const endOthers = async () => {
    if (!(await confirm('endOthers'))) return;
    if (await end({ others: true })) toast(t('ui.sessions.endedOthers'));
    await reload();
  };
  return (
    <Card
      title={t('ui.sessions.title')}
      about={t('ui.sessions.about')}
      query={{ isPending, error: data.length > 0 ? null : error, refetch }}
      action={
        hasOthers && (
          <Button variant="default" disabled={isEnding} onClick={() => void endOthers()}>
            {t('ui.sessions.others')}
          </Button>
        )
      }
    >
      <ul className={looks.plainList}>
        {data.map((each) => (
          <SessionRow key={each.sessionId} session={each} isBusy={isEnding} onEnd={(name) => void endOne(each, name)} />
        ))}
      </ul>
      {!hasOthers && (
        <Text className={classes.note} mt={4} fz="sm">
          {t('ui.sessions.alone')}
        </Text>
      )}
    </Card>
  );
}

interface Props {
  session: OwnSession;
  isBusy: boolean;
  /** Called with the device name, for the confirmation. */
  onEnd(name: string): void;
}

const isPhone = (userAgent: string) => /Mobile|Android|iPhone|iPad/.test(userAgent);

function SessionRow({ session, isBusy, onEnd }: Props) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const { current, device: userAgent, createdOn, refreshedOn, endsOn, ipAddress } = session;
  const device = deviceText(t, userAgent);
  const started = moment(createdOn);
  const Icon = isPhone(userAgent) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={`${classes.row} ${looks.lineAbove}`}>
      <Center
        component="span"
        className={`${classes.icon} ${looks.outlined}`}
        flex="none"
        data-current={current || undefined}
      >
        <Icon size={19} stroke={1.6} aria-hidden />
      </Center>
      <Box flex={1} miw={0}>
        <Flex
          component="p"
          className={looks.break}
          wrap="wrap"
          align="center"
          gap="4px 8px"
          m={0}
          fw={500}
          title={userAgent}
        >
          {device}
          {current && (
            <Pill tone="ok" isPlain>
              {t('ui.sessions.current')}
            </Pill>
          )}
        </Flex>
        <Box component="p" className={classes.facts} fz="sm" c="dimmed">
          <span>{ipAddress}</span>
          <span>{t('ui.sessions.started', { time: started })}</span>
          <span>{t('ui.sessions.seen', { time: moment(refreshedOn) })}</span>
          <span>{t('ui.sessions.ends', { time: moment(endsOn) })}</span>
        </Box>
      </Box>
      <Button
        variant="default"
        size="xs"
        disabled={isBusy}
        aria-label={t('ui.sessions.endNamed', { device, time: started })}
        onClick={() => onEnd(device)}
      >
        {t('ui.sessions.end')}
      </Button>
    </li>
  );
}

interface OwnSession {
  sessionId: string;
  createdOn: string;
  refreshedOn: string;
  endsOn: string;
  ipAddress: string;
  device: string;
  tenantCode: string;
  branchCode: string;
  current: boolean;
}

const place = { area: 'sms', resource: 'session' } as const;
const everywhere = { screenId: '' } as const;

/** The current session first, then the newest. */
const inOrder = (sessions: OwnSession[]) =>
  [...sessions].sort((a, b) => Number(b.current) - Number(a.current) || b.createdOn.localeCompare(a.createdOn));

function useSessions() {
  const { entityCode, userId } = useAuth();
  const client = useQueryClient();
  const [isEnding, run] = useBusy();
  const queryKey = ['own-sessions', entityCode, userId];
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => list<OwnSession>(place, {}, { ...everywhere, signal }),
    select: ({ content }) => inOrder(content),
    // Sessions begin and end elsewhere, so always refetch.
    staleTime: 0,
  });

  /** True on success; a failure has already been shown. */
  const end = (which: { sessionId: string } | { others: true }) =>
    run(() => remove(place, which, { ...everywhere, success: 'none' }));
  return { ...found, end, isEnding, reload: () => client.invalidateQueries({ queryKey }) };
}
