import { IconLock } from '@tabler/icons-react';
import { Fragment, useRef } from 'react';
import { useFormats } from '@/lib/formats';
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
    <ul className="plain-list grow narrow">
      {entries.map((entry) => (
        <li key={entry.kind}>
          <Entry
            entry={entry}
            about={about}
            isChosen={
              chosen?.date === entry.date && chosen.kind === entry.kind && !chosen.isHeld === !entry.isHeld
            }
            onClick={() => onChoose(entry)}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <nav ref={root} className="card clipped" aria-label={t('ui.retention.days')} onKeyDown={move}>
      {held.length > 0 && (
        <section>
          <h2 className={`${classes.month} m-0 text-13 strong surface line-below`}>
            {t('ui.retention.keptByHold')}
          </h2>
          <div className={`${classes.day} flex gap-12`}>
            <span className={`${classes.date} fixed`}>
              <IconLock size={20} stroke={1.75} aria-hidden />
            </span>
            {entriesOf(held, t('ui.retention.keptByHold'))}
          </div>
        </section>
      )}
      {monthsOf(days.filter(({ isHeld }) => !isHeld)).map(({ name, days }) => (
        <section key={name}>
          <h2 className={`${classes.month} m-0 text-13 strong surface line-below`}>
            {format(`${name}-01`, { month: 'long', year: 'numeric' })}
          </h2>
          <ul className="plain-list lines">
            {days.map(([date, entries]) => (
              <li key={date} className={`${classes.day} flex gap-12`}>
                <time dateTime={date} className={`${classes.date} fixed`} title={full(date)}>
                  <span className={`${classes.number} strong figures`}>
                    {format(date, { day: 'numeric' })}
                  </span>
                  <span className="text-12 muted">{format(date, { weekday: 'short' })}</span>
                </time>
                {entriesOf(entries, full(date))}
              </li>
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
    <button
      type="button"
      className={`${classes.entry} grid gap-2`}
      data-kind={kind}
      aria-current={isChosen || undefined}
      onClick={onClick}
    >
      <span className="text-14 medium">
        {t(`ui.retention.kind.${kind}`)}
        <span className="unseen">, {about}: </span>
      </span>
      <span className="text-12 muted">
        {counts.map((count, at) => (
          <Fragment key={count}>
            {at > 0 && ' · '}
            <span className={classes.count}>{count}</span>
          </Fragment>
        ))}
      </span>
    </button>
  );
}
