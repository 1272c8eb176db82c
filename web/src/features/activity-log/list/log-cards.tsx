import { SkeletonCards, table } from '@/components/table';
import type { Field } from '@/lib/definitions';
import classes from '../log.module.css';
import { type Entry, isOpen, type Line } from '../model/entry';
import { useEntryText } from '../words';
import { ActionPill, OpenPill, OutcomePill, StatusPill } from './cell';
import type { ListProps } from './log-table';
import { moveFocus } from './move-focus';

/** The list on a phone: who and what first, when and where below. */
export function LogCards({ definition, title, lines, opened, expected, onOpen }: ListProps) {
  if (!lines) return <SkeletonCards expected={expected} />;
  const fields = definition.fields.filter(({ detail }) => !detail);
  return (
    <ul className={`${classes.cards} plain-list`} aria-label={title} onKeyDown={moveFocus}>
      {lines.map((line) => (
        <li key={line.id}>
          <Card line={line} fields={fields} isOpened={line.id === opened} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

interface CardProps {
  line: Line;
  fields: Field[];
  isOpened: boolean;
  onOpen(id: string): void;
}

/** The pill has its own place; the first line is who did it to what. */
const apart = [
  'userId',
  'actionPerformed',
  'status',
  'route',
  'auditMessage',
  'outcome',
  'logoutDateTime',
  'resource',
  'recordKey',
];

function Card({ line: { id, entry }, fields, isOpened, onOpen }: CardProps) {
  const text = useEntryText();
  const shown = (names: string[]) =>
    fields
      .filter(({ name }) => names.includes(name))
      .map(({ name, type }) => text(entry, name, type))
      .filter(Boolean)
      .join(' · ');
  // A login has no object besides the user.
  const isSession = entry.resource === 'session';
  const rest = fields.filter(({ name }) => !apart.includes(name)).map(({ name }) => name);
  return (
    <button
      type="button"
      className={`${classes.card} plain-button py-12 px-16 row wrap full`}
      data-line
      data-opened={isOpened || undefined}
      aria-haspopup="dialog"
      onClick={() => onOpen(id)}
    >
      <span className={table.cardText}>
        <span className="text-14 medium cut">
          {shown(isSession ? ['userId'] : ['userId', 'resource', 'recordKey', 'route'])}
        </span>
        <span className={table.second}>{shown(rest)}</span>
      </span>
      <CardPill entry={entry} />
    </button>
  );
}

function CardPill({ entry }: { entry: Entry }) {
  if (entry.actionPerformed) return <ActionPill action={entry.actionPerformed} />;
  if (entry.status) return <StatusPill status={entry.status} />;
  if (entry.outcome && entry.outcome !== 'success') return <OutcomePill outcome={entry.outcome} />;
  return 'logoutDateTime' in entry && isOpen(entry) ? <OpenPill /> : null;
}
