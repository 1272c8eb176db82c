import { Box, Flex, Skeleton, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { EmptyState, LoadFailed } from '@/components/empty-state';
import { dayOf, isDate } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import type { DocRequest, TimelineEntry } from '@/lib/requests';
import type { ScreenInfo } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { timelineOf } from '../data/calls';
import { useKeys, usePerson } from '../data/use-request';
import { useActionText } from '../shared/words';
import classes from './details.module.css';

/** All events with their actors, newest first, by day. */
export default function Timeline({ request, screen }: { request: DocRequest; screen: ScreenInfo }) {
  const { t } = useTranslation();
  const keys = useKeys();
  const { date } = useFormats();
  const { txnRefNo } = request;
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.of(txnRefNo), 'timeline'],
    queryFn: async ({ signal }) => (await timelineOf(txnRefNo, { signal, screenId: screen.screenCode })).content,
    refetchOnMount: 'always',
  });
  const person = usePerson(request, data?.flatMap(({ actor, forUser }) => [actor, forUser]) ?? []);
  if (!data && error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={280} radius="lg" />;
  if (data.length === 0) {
    return <EmptyState Icon={IconHistory} title={t('ui.requests.timeline.none')} />;
  }
  return (
    <Box maw={760}>
      {byDay(data).map(([day, entries]) => (
        <section key={day} aria-label={date(day)}>
          <Text component="h2" mb={8} fz="sm" fw={600} c="dimmed">
            {date(day)}
          </Text>
          <Box component="ol" className={looks.plainList} mb={24}>
            {entries.map((entry, at) => (
              <Entry key={`${entry.at} ${at}`} entry={entry} person={person} />
            ))}
          </Box>
        </section>
      ))}
    </Box>
  );
}

function byDay(entries: TimelineEntry[]): [string, TimelineEntry[]][] {
  const days = new Map<string, TimelineEntry[]>();
  for (const entry of entries) {
    const day = dayOf(new Date(entry.at));
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}

const tones: Record<string, string> = {
  accept: 'ok',
  approve: 'ok',
  reject: 'bad',
  decline: 'bad',
  cancel: 'bad',
  expire: 'bad',
  upload: 'info',
  submit: 'info',
  send: 'info',
};

function Entry({ entry, person }: { entry: TimelineEntry; person: ReturnType<typeof usePerson> }) {
  const { t } = useTranslation();
  const { time } = useFormats();
  const did = useActionText();
  const detail = useDetailText();
  const lines = detail(entry.detail).filter((line) => line !== entry.documentTitle);
  const who = entry.forUser
    ? t('ui.requests.timeline.for', { who: person(entry.actor), other: person(entry.forUser) })
    : entry.actor
      ? person(entry.actor)
      : t('ui.master.history.system');
  return (
    <Box component="li" className={classes.entry} pos="relative" data-tone={tones[entry.action.toLowerCase()]}>
      <Box component="time" className={looks.figures} fz="sm" ta="end" c="dimmed" dateTime={entry.at}>
        {time(entry.at)}
      </Box>
      <div className={classes.text}>
        <Flex component="p" gap="0 8px" wrap="wrap" fw={500}>
          {did(entry.action)}
          {entry.documentTitle && (
            <Box component="span" fw={400} c="dimmed">
              {entry.documentTitle}
            </Box>
          )}
        </Flex>
        <Box component="p" fz="sm" c="dimmed">
          {who}
        </Box>
        {lines.map((line) => (
          <Box key={line} component="p" fz="sm">
            {line}
          </Box>
        ))}
      </div>
    </Box>
  );
}

/** The readable parts of an event's details. */
const known = [
  'verdict',
  'reasonCode',
  'reason',
  'remark',
  'text',
  'level',
  'versionNo',
  'fileName',
  'documents',
  'expiresOn',
  'documentDueDate',
  'dueOn',
  'toUserId',
  'granted',
  'party',
  'subject',
  'startsAt',
  'fields',
  'added',
  'removed',
  'partiesAdded',
  'partiesRemoved',
];

function useDetailText() {
  const { t } = useTranslation();
  const { date, moment } = useFormats();
  return useCallback(
    (given: Record<string, unknown> | null): string[] => {
      const more = given?.more;
      const detail = { ...given, ...(typeof more === 'object' ? (more as Record<string, unknown>) : {}) };
      const text = (name: string, value: unknown): string => {
        if (name === 'reasonCode') return t(`reject.${String(value)}`, { defaultValue: String(value) });
        if (name === 'verdict') return t(`ui.requests.verification.verdict.${String(value)}`);
        if (name === 'fields' && Array.isArray(value)) {
          return value.map((field) => t(`field.docrequest.${field}`, { defaultValue: String(field) })).join(', ');
        }
        if (Array.isArray(value)) return value.map(String).join(', ');
        if (name === 'startsAt') return moment(String(value));
        return isDate(String(value)) ? date(String(value)) : String(value);
      };
      return known
        .filter((name) => {
          const value = detail[name];
          return (
            value !== undefined && value !== null && value !== '' && (typeof value !== 'object' || Array.isArray(value))
          );
        })
        .map((name) => {
          if (name === 'granted' && !detail.granted) return t('ui.requests.detail.notGranted');
          return t(`ui.requests.detail.${name}`, { value: text(name, detail[name]) });
        });
    },
    [t, date, moment],
  );
}
