import { Box, Flex, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Fragment, useRef } from 'react';
import { useFormats } from '@/lib/formats';
import looks from '@/lib/theme/looks.module.css';
import { useLanguage, useTranslation } from '@/lib/wording';
import type { DayName, DueDay } from './calls';
import classes from './retention.module.css';

interface Props {
  days: DueDay[];
  chosen: DayName | undefined;
  onChoose(day: DueDay): void;
}

interface Month {
  name: string;
  /** The kinds of each day, in the order of the days. */
  days: [string, DueDay[]][];
}

function monthsOf(days: DueDay[]): Month[] {
  const months = new Map<string, Map<string, DueDay[]>>();
  for (const day of days) {
    const month = months.get(day.date.slice(0, 7)) ?? new Map<string, DueDay[]>();
    month.set(day.date, [...(month.get(day.date) ?? []), day]);
    months.set(day.date.slice(0, 7), month);
  }
  return [...months].map(([name, days]) => ({ name, days: [...days] }));
}

const locales = { en: 'en-GB', ta: 'ta-IN' } as const;

/** The days by month, each with what is destroyed on it. The arrow keys move between the entries. */
export function DayList({ days, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const { date: full } = useFormats();
  const locale = locales[useLanguage()];
  const root = useRef<HTMLElement>(null);
  const format = (date: string, style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
  const move = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const entries = Array.from(root.current?.querySelectorAll('button') ?? []);
    const next = step && entries[entries.indexOf(event.target as HTMLButtonElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const held = days.filter(({ isHeld }) => isHeld);
  const entriesOf = (entries: DueDay[], about: string) => (
    <Box component="ul" className={looks.plainList} flex={1} miw={0}>
      {entries.map((entry) => (
        <li key={entry.kind}>
          <Entry
            entry={entry}
            about={about}
            isChosen={chosen?.date === entry.date && chosen.kind === entry.kind && !chosen.isHeld === !entry.isHeld}
            onClick={() => onChoose(entry)}
          />
        </li>
      ))}
    </Box>
  );
  return (
    <nav ref={root} className={`${looks.card} ${looks.clipped}`} aria-label={t('ui.retention.days')} onKeyDown={move}>
      {held.length > 0 && (
        <section>
          <Text component="h2" className={looks.lineBelow} py={10} px={16} fz="sm" fw={600} bg="var(--surface)">
            {t('ui.retention.keptByHold')}
          </Text>
          <Flex pt={8} pr={8} pb={8} pl={16} gap={12}>
            <Box component="span" className={classes.date} flex="none">
              <IconLock size={20} stroke={1.75} aria-hidden />
            </Box>
            {entriesOf(held, t('ui.retention.keptByHold'))}
          </Flex>
        </section>
      )}
      {monthsOf(days.filter(({ isHeld }) => !isHeld)).map(({ name, days }) => (
        <section key={name}>
          <Text component="h2" className={looks.lineBelow} py={10} px={16} fz="sm" fw={600} bg="var(--surface)">
            {format(`${name}-01`, { month: 'long', year: 'numeric' })}
          </Text>
          <ul className={`${looks.plainList} ${looks.lines}`}>
            {days.map(([date, entries]) => (
              <Flex key={date} component="li" pt={8} pr={8} pb={8} pl={16} gap={12}>
                <Box dateTime={date} component="time" className={classes.date} flex="none" title={full(date)}>
                  <Box component="span" className={looks.figures} fz={18} lh={1.2} fw={600}>
                    {format(date, { day: 'numeric' })}
                  </Box>
                  <Box component="span" fz="xs" c="dimmed">
                    {format(date, { weekday: 'short' })}
                  </Box>
                </Box>
                {entriesOf(entries, full(date))}
              </Flex>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

interface EntryProps {
  entry: DueDay;
  /** The day, or why it is kept. */
  about: string;
  isChosen: boolean;
  onClick(): void;
}

function Entry({ entry, about, isChosen, onClick }: EntryProps) {
  const { t } = useTranslation();
  const { kind, requests, documents } = entry;
  const counts = [
    ...(kind === 'records' ? [] : [t('ui.retention.documents', { count: documents })]),
    t('ui.retention.requests', { count: requests }),
  ];
  return (
    <Flex
      type="button"
      component="button"
      className={classes.entry}
      direction="column"
      gap={2}
      data-kind={kind}
      aria-current={isChosen || undefined}
      onClick={onClick}
    >
      <Box component="span" fz="md" fw={500}>
        {t(`ui.retention.kind.${kind}`)}
        <span className={looks.unseen}>, {about}: </span>
      </Box>
      <Box component="span" fz="xs" c="dimmed">
        {counts.map((count, at) => (
          <Fragment key={count}>
            {at > 0 && ' · '}
            <span className={classes.count}>{count}</span>
          </Fragment>
        ))}
      </Box>
    </Flex>
  );
}
