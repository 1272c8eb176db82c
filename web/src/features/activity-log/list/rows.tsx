import { Box, Flex } from '@mantine/core';
import { useMemo } from 'react';
import { LineButton, listClasses, None, type RowKind } from '@/components/list';
import { Pill, type Tone } from '@/components/pill';
import type { Definition, Field } from '@/lib/definitions';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import classes from '../log.module.css';
import { type Entry, isOpen, type Line } from '../model/message';
import { actionText, labelText, outcomeText, useEntryText } from '../words';

const telling = ['userId', 'actionPerformed', 'outcome', 'loginBranch', 'logoutDateTime'];

/** How the entries of a log look. `isNarrow`: the details take some room, so only the main columns show. */
export function useRowKind(definition: Definition, isNarrow: boolean, open: (id: string) => void) {
  const { t } = useTranslation();
  const text = useEntryText();
  return useMemo<RowKind<Line>>(() => {
    const listed = definition.fields.filter(({ detail }) => !detail);
    const fields = listed.filter(({ name }, at) => !isNarrow || at === 0 || telling.includes(name));
    return {
      columns: fields.map(({ name }) => ({ name, label: labelText(t, definition.resource, name) })),
      keyOf: ({ id }) => id,
      nameOf: ({ id }) => id,
      open:
        ({ id }) =>
        () =>
          open(id),
      // The first cell is the button for keyboards.
      cells: ({ id, entry }) =>
        fields.map((field, at) => (
          <td
            key={field.name}
            className={at > 0 ? listClasses.cell : undefined}
            title={at > 0 ? text(entry, field.name, field.type) || undefined : undefined}
          >
            {at > 0 ? (
              <CellValue field={field} entry={entry} />
            ) : (
              <LineButton onClick={() => open(id)}>
                <CellValue field={field} entry={entry} />
              </LineButton>
            )}
          </td>
        )),
      card: (line) => <Card line={line} fields={listed} onOpen={() => open(line.id)} />,
      isCardWhole: true,
    };
  }, [definition, isNarrow, open, t, text]);
}

const tones: Record<string, Tone> = { S: 'ok', U: 'info', D: 'bad', refused: 'warn' };

function ActionPill({ action }: { action: string }) {
  const { t } = useTranslation();
  return <Pill tone={tones[action]}>{actionText(t, action)}</Pill>;
}

const answers: Record<string, Tone> = { 2: 'ok', 4: 'warn', 5: 'bad' };

/** HTTP status class: done, refused, or server error. */
const StatusPill = ({ status }: { status: string }) => <Pill tone={answers[status[0] ?? '']}>{status}</Pill>;

/** Login result: success or failure. */
function OutcomePill({ outcome }: { outcome: string }) {
  const { t } = useTranslation();
  return <Pill tone={outcome === 'success' ? 'ok' : 'warn'}>{outcomeText(t, outcome)}</Pill>;
}

/** A session that was never ended: an empty cell would say nothing. */
function OpenPill() {
  const { t } = useTranslation();
  return <Pill tone="info">{t('ui.logs.still')}</Pill>;
}

/** One value of an entry. */
export function CellValue({ field, entry }: { field: Field; entry: Entry }) {
  const text = useEntryText();
  const value = entry[field.name];
  if (field.name === 'actionPerformed' && value) return <ActionPill action={value} />;
  if (field.name === 'status' && value) return <StatusPill status={value} />;
  if (field.name === 'outcome' && value) return <OutcomePill outcome={value} />;
  if (field.name === 'logoutDateTime' && isOpen(entry)) return <OpenPill />;
  return text(entry, field.name, field.type) || <None />;
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

/** On a phone: who and what first, when and where below. */
function Card({ line: { entry }, fields, onOpen }: { line: Line; fields: Field[]; onOpen(): void }) {
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
    <Flex
      type="button"
      component="button"
      className={`inset-focus ${classes.card} ${looks.plainButton}`}
      wrap="wrap"
      align="center"
      w="100%"
      px={16}
      py={12}
      data-line
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <span className={listClasses.cardText}>
        <Box component="span" className={looks.cut} fz="md" fw={500}>
          {shown(isSession ? ['userId'] : ['userId', 'resource', 'recordKey', 'route'])}
        </Box>
        <span className={listClasses.second}>{shown(rest)}</span>
      </span>
      <CardPill entry={entry} />
    </Flex>
  );
}

function CardPill({ entry }: { entry: Entry }) {
  if (entry.actionPerformed) return <ActionPill action={entry.actionPerformed} />;
  if (entry.status) return <StatusPill status={entry.status} />;
  if (entry.outcome && entry.outcome !== 'success') return <OutcomePill outcome={entry.outcome} />;
  return 'logoutDateTime' in entry && isOpen(entry) ? <OpenPill /> : null;
}
