import { Box, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { addDays } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import looks from '@/lib/theme/looks.module.css';
import { useLanguage, useTranslation } from '@/lib/wording';
import { type DayName, type DueDay, kinds } from './calls';
import { monthOf, stepMonth, weeksOf } from './month';
import classes from './retention.module.css';

interface Props {
  /** Without what is kept by a hold. */
  days: DueDay[];
  chosen: DayName | undefined;
  onChoose(day: DueDay): void;
}

const locales = { en: 'en-GB', ta: 'ta-IN' } as const;
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A month with the number of documents and records that are destroyed on each day. */
export function MonthView({ days, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const locale = locales[useLanguage()];
  const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? ''];
  const dated = chosen?.isHeld ? undefined : chosen?.date;
  const [active, setActive] = useState(dated ?? first);
  const grid = useRef<HTMLTableElement>(null);
  const moves = useRef(false);
  const month = monthOf(active);
  // The focus follows the arrow keys, also into another month.
  useEffect(() => {
    if (moves.current) grid.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus();
    moves.current = false;
  }, [active]);
  useEffect(() => {
    if (dated) setActive(dated);
  }, [dated]);
  const isIn = (date: string) => monthOf(date) >= monthOf(first) && monthOf(date) <= monthOf(last);
  const turn = (by: number) => setActive(stepMonth(month, by));
  const move = (event: React.KeyboardEvent) => {
    const by = { PageUp: -1, PageDown: 1 }[event.key];
    const step = steps[event.key];
    const next = by ? stepMonth(month, by) : step && addDays(active, step);
    if (!next) return;
    event.preventDefault();
    if (!isIn(next)) return;
    moves.current = true;
    setActive(next);
  };
  const title = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <section className={`${looks.card} ${classes.month}`} aria-label={t('ui.retention.month.title')}>
      <Group justify="space-between" wrap="nowrap" gap={8} mb={8}>
        <IconButton
          Icon={IconChevronLeft}
          size={44}
          label={t('ui.logs.previousMonth')}
          disabled={!isIn(stepMonth(month, -1))}
          onClick={() => turn(-1)}
        />
        <Text fz="sm" fw={600} aria-live="polite">
          {title.format(new Date(`${month}-01T00:00:00Z`))}
        </Text>
        <IconButton
          Icon={IconChevronRight}
          size={44}
          label={t('ui.logs.nextMonth')}
          disabled={!isIn(stepMonth(month, 1))}
          onClick={() => turn(1)}
        />
      </Group>
      <table ref={grid} className={classes.grid} onKeyDown={move}>
        <WeekDays locale={locale} />
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((date, at) => (
                <td key={date ?? `empty ${at}`}>
                  {date && (
                    <Day
                      date={date}
                      entries={days.filter((day) => day.date === date)}
                      isActive={date === active}
                      isChosen={chosen?.date === date && !chosen.isHeld}
                      onActive={() => setActive(date)}
                      onChoose={onChoose}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A week that begins on a Monday. */
const someWeek = Array.from({ length: 7 }, (_, at) => addDays('2024-01-01', at));

function WeekDays({ locale }: { locale: string }) {
  const name = (date: string, weekday: 'short' | 'long') =>
    new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
  return (
    <thead>
      <tr>
        {someWeek.map((date) => (
          <Box key={date} component="th" scope="col" fz="xs" fw={500} c="dimmed" abbr={name(date, 'long')}>
            {name(date, 'short')}
          </Box>
        ))}
      </tr>
    </thead>
  );
}

interface DayProps {
  date: string;
  entries: DueDay[];
  isActive: boolean;
  isChosen: boolean;
  onActive(): void;
  onChoose(day: DueDay): void;
}

const countOf = ({ kind, requests, documents }: DueDay) => (kind === 'records' ? requests : documents);

function Day({ date, entries, isActive, isChosen, onActive, onChoose }: DayProps) {
  const { t } = useTranslation();
  const { date: full, number } = useFormats();
  const locale = locales[useLanguage()];
  const [entry] = entries;
  const all = entries.reduce((sum, each) => sum + countOf(each), 0);
  const what = entries.map((each) => `${t(`ui.retention.kind.${each.kind}`)} ${number(countOf(each))}`).join(', ');
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  return (
    <button
      type="button"
      className={classes.day}
      data-day={date}
      tabIndex={isActive ? 0 : -1}
      aria-disabled={!entry || undefined}
      aria-current={isChosen ? 'date' : undefined}
      aria-label={`${full(date)}: ${what || t('ui.retention.month.nothing')}`}
      title={what || undefined}
      onClick={() => {
        onActive();
        if (entry) onChoose(entry);
      }}
    >
      <span>{Number(date.slice(8))}</span>
      {entry && (
        <>
          <b>{short.format(all)}</b>
          <i>
            {kinds
              .filter((kind) => entries.some((each) => each.kind === kind))
              .map((kind) => (
                <span key={kind} data-kind={kind} />
              ))}
          </i>
        </>
      )}
    </button>
  );
}
