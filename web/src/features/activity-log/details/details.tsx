import { Box, Stack, Text } from '@mantine/core';
import { IconPointer } from '@tabler/icons-react';
import { lazy, type ReactNode, useMemo, useState } from 'react';
import { ChangeList } from '@/components/change-list';
import { isDate } from '@/lib/days';
import { type Definition, useDefinition } from '@/lib/definitions';
import { useFormats } from '@/lib/formats';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { CellValue } from '../list/rows';
import classes from '../log.module.css';
import { type Change, type Entry, type Message, parse, readMessage, type Value } from '../model/message';
import { labelText, noteLabel, noteText } from '../words';

const SideDrawer = lazy(async () => ({ default: (await import('@/components/side-drawer')).SideDrawer }));

interface Props {
  definition: Definition;
  entry: Entry | undefined;
  /** Beside the list, where there is room and the screen supports it. */
  asPanel: boolean;
  onClose(): void;
}

export function Details({ asPanel, ...props }: Props) {
  return asPanel ? <Panel {...props} /> : <Beside {...props} />;
}

type Inner = Omit<Props, 'asPanel'>;

function Panel({ definition, entry }: Inner) {
  const { t } = useTranslation();
  return (
    <Box
      component="aside"
      className={`${looks.card} ${looks.scrollY}`}
      pos="sticky"
      top={72}
      mah="calc(100dvh - 96px)"
      p={20}
      aria-label={t('ui.logs.details')}
      aria-live="polite"
    >
      <Text component="h2" mb={8} fz="lg" fw={600}>
        {t('ui.logs.details')}
      </Text>
      {entry ? (
        <EntryDetails definition={definition} entry={entry} />
      ) : (
        <Stack className={classes.choose} align="center" gap={8} ta="center" c="dimmed">
          <IconPointer size={22} stroke={1.5} aria-hidden />
          <p>{t('ui.logs.choose')}</p>
        </Stack>
      )}
    </Box>
  );
}

function Beside({ definition, entry, onClose }: Inner) {
  const { t } = useTranslation();
  // Keep the last entry so that it does not vanish while the drawer closes.
  const [last, setLast] = useState(entry);
  if (entry && entry !== last) setLast(entry);
  return (
    <SideDrawer opened={entry !== undefined} onClose={onClose} title={t('ui.logs.details')}>
      <Box className={looks.scrollY} pt={12} px={24} pb={32} flex={1} tabIndex={0}>
        {last && <EntryDetails definition={definition} entry={last} />}
      </Box>
    </SideDrawer>
  );
}

/** Everything about one entry in readable form, the raw message last. */
function EntryDetails({ definition, entry }: { definition: Definition; entry: Entry }) {
  const { t } = useTranslation();
  const duration = useDuration(entry);
  const facts = definition.fields.filter(({ name }) => !['auditMessage', 'debugMessage'].includes(name));
  return (
    <>
      <dl className={looks.facts}>
        {facts.map((field) => (
          <Fact key={field.name} name={labelText(t, definition.resource, field.name)}>
            <CellValue field={field} entry={entry} />
          </Fact>
        ))}
        {duration && <Fact name={t('ui.logs.duration')}>{duration}</Fact>}
        {entry.device && (
          <Fact name={t('ui.logs.deviceFull')}>
            <Box component="span" className={looks.break} fz="xs" ff="monospace">
              {entry.device}
            </Box>
          </Fact>
        )}
      </dl>
      {'auditMessage' in entry && <AuditMessage entry={entry} />}
      {'debugMessage' in entry && <DebugMessage text={entry.debugMessage ?? null} />}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function AuditMessage({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const resource = entry.resource ?? '';
  const { kind, changes, notes } = readMessage(entry.auditMessage ?? null);
  const isEmpty = changes.length === 0 && notes.length === 0;
  return (
    <Box component="section" mt={24}>
      <Text component="h3" mb={8} fz="lg" fw={600}>
        {t(`ui.logs.${kind}`)}
      </Text>
      {isEmpty && (
        <Text c="dimmed" inherit>
          {t('ui.logs.nothing')}
        </Text>
      )}
      {changes.length > 0 && <Changes resource={resource} kind={kind} changes={changes} />}
      {notes.length > 0 && (
        <dl className={looks.facts}>
          {notes.map(([name, value]) => (
            <Fact key={name} name={name && noteLabel(t, name, resource)}>
              {noteText(t, name, value)}
            </Fact>
          ))}
        </dl>
      )}
      {!isEmpty && (
        <Box component="details" className={classes.raw} mt={16} fz="sm">
          <summary>{t('ui.logs.raw')}</summary>
          <Box component="pre" className={looks.break} fz="xs" ff="monospace">
            {JSON.stringify(parse(entry.auditMessage ?? null), null, 2)}
          </Box>
        </Box>
      )}
    </Box>
  );
}

interface ChangesProps {
  resource: string;
  kind: Message['kind'];
  changes: Change[];
}

/** Each field with its old and new value. */
export function Changes({ resource, kind, changes }: ChangesProps) {
  const { t } = useTranslation();
  const text = useValueText(useDefinition(resource).definition);
  const shown = changes.map(({ field, before, after, hidden }) => ({
    field,
    label: labelText(t, resource, field),
    note: hidden ? t('ui.logs.hidden') : undefined,
    before: hidden || kind === 'created' ? undefined : text(field, before),
    after: hidden || kind === 'deleted' ? undefined : text(field, after),
  }));
  return <ChangeList px={16} changes={shown} />;
}

const parts = ['refusal', 'why', 'fields', 'query', 'bodyBytes'];

function shown(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

/** The debug record of a call: why it was refused, its claims, its fields. */
function DebugMessage({ text }: { text: string | null }) {
  const { t } = useTranslation();
  const detail = (parse(text) ?? {}) as Record<string, unknown>;
  const header = Object.entries((detail.header ?? {}) as Record<string, string>);
  const facts = parts.filter((part) => part in detail);
  return (
    <Box component="section" mt={24}>
      <Text component="h3" mb={8} fz="lg" fw={600}>
        {t('field.userdebuglogs.debugMessage')}
      </Text>
      <Text c="dimmed" inherit>
        {t('ui.logs.debug.only')}
      </Text>
      <dl className={looks.facts}>
        {facts.map((part) => (
          <Fact key={part} name={t(`ui.logs.debug.${part}`)}>
            <Box component="span" fz="xs" ff="monospace">
              {shown(detail[part]) || t('ui.logs.debug.none')}
            </Box>
          </Fact>
        ))}
        {header.map(([name, value]) => (
          <Fact key={name} name={`${t('ui.logs.debug.header')}: ${name}`}>
            <Box component="span" fz="xs" ff="monospace">
              {value}
            </Box>
          </Fact>
        ))}
      </dl>
    </Box>
  );
}

/** Duration of a login; '' while it is still open. */
function useDuration({ loginDateTime, logoutDateTime }: Entry): string {
  const { t } = useTranslation();
  if (!loginDateTime || !logoutDateTime) return '';
  const minutes = Math.round((Date.parse(logoutDateTime) - Date.parse(loginDateTime)) / 60_000);
  if (Number.isNaN(minutes) || minutes < 0) return '';
  if (minutes === 0) return t('ui.logs.underMinute');
  if (minutes < 60) return t('ui.logs.minutes', { count: minutes });
  return t('ui.logs.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

const isPicture = (text: string) => text.startsWith('data:image/');

/** A readable value: yes or no, the option's text, a date. Works without a definition too. */
function useValueText(definition: Definition | undefined) {
  const { t } = useTranslation();
  const { date } = useFormats();
  return useMemo(
    () =>
      (field: string, value: Value): string => {
        if (value === null || value === '') return t('ui.logs.blank');
        if (typeof value === 'boolean') return t(value ? 'option.yes' : 'option.no');
        if (typeof value === 'object') return JSON.stringify(value);
        const text = String(value);
        if (isPicture(text)) return t('ui.logs.picture');
        const type = definition?.fields.find(({ name }) => name === field)?.type;
        if (type === 'enum' || !type) {
          const option = t(`option.${field}.${text}`, { defaultValue: text });
          if (option !== text) return option;
        }
        return isDate(text) ? date(text) : text;
      },
    [t, date, definition],
  );
}
