import { Box, Center, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { memo, useLayoutEffect, useMemo, useState } from 'react';
import { ChangeList } from '@/components/change-list';
import { ErrorState } from '@/components/list';
import { SideDrawer } from '@/components/side-drawer';
import type { HistoryEntry } from '@/lib/api';
import { useFormats } from '@/lib/formats';
import looks from '@/lib/theme/looks.module.css';
import { type Tone, tint } from '@/lib/theme/tint';
import { useUserNames } from '@/lib/user-names';
import { useTranslation } from '@/lib/wording';
import { wideForms } from '../custom-forms/registry';
import { useLabels } from '../data/use-choices';
import { useHistory, useRecord } from '../data/use-list';
import { FormSkeleton } from '../form/form-skeleton';
import { RecordForm } from '../form/record-form';
import classes from '../master-data.module.css';
import { type Definition, fieldOf, keyText, type MasterRecord, readKey } from '../model/definition';
import { type Change, changesOf, isImported } from '../model/diff';
import { type Mode, nameOf } from '../model/record';
import type { Opening } from '../model/url-state';
import { type Display, labelText, useDisplay } from '../words';

interface Props {
  definition: Definition;
  formName: string;
  open: Opening | null;
  /** The key of the edited or copied record, as text. */
  of: string;
  canEdit: boolean;
  onClose(): void;
}

/** A record's form and its history. A drawer that is mounted open neither slides nor records where the focus was. */
export default function Drawers({ open, ...props }: Props) {
  const [isDrawn, setIsDrawn] = useState(false);
  useLayoutEffect(() => setIsDrawn(true), []);
  const now = isDrawn ? open : null;
  const { definition, of, onClose } = props;
  return (
    <>
      <RecordDrawer {...props} open={now} />
      <HistoryDrawer definition={definition} opened={now === 'history'} of={of} onClose={onClose} />
    </>
  );
}

const MODES: Partial<Record<Opening, Mode>> = { new: 'create', edit: 'edit', copy: 'copy' };

/** Creates, edits, copies or shows one record. */
const RecordDrawer = memo(function RecordDrawer({ definition, formName, open, of, canEdit, onClose }: Props) {
  const { t } = useTranslation();
  const mode = open ? MODES[open] : undefined;
  const isShown = mode !== undefined && (canEdit || mode === 'edit');
  const key = isShown && mode !== 'create' ? readKey(definition, of) : null;
  const found = useRecord(definition, key);
  const record = mode === 'create' ? undefined : found.data;
  const isReady = mode === 'create' || found.data !== undefined;

  const named = useMemo(
    () => definition.fields.filter((field) => field.key || field.name === definition.label),
    [definition],
  );
  const display = useDisplay(useLabels(named, record && [record]));
  const one = t(`resource.${definition.resource}.one`);
  const title = canEdit ? t(`ui.master.title.${mode ?? 'edit'}`, { one }) : one;
  const size = wideForms.has(definition.resource) ? 720 : 520;
  return (
    <SideDrawer
      opened={isShown}
      onClose={onClose}
      title={title}
      sub={record && nameOf(definition, record, display)}
      size={size}
    >
      {isShown && !isReady && (
        <Box className={`${classes.body} ${looks.scrollY}`} flex={1}>
          {found.error || key === null ? (
            <ErrorState error={found.error} onRetry={() => void found.refetch()} />
          ) : (
            <FormSkeleton count={Math.min(definition.fields.length, 8)} />
          )}
        </Box>
      )}
      {isReady && mode && (
        <RecordForm
          key={`${mode} ${of}`}
          definition={definition}
          formName={formName}
          name={mode === 'edit' && record ? keyText(definition, record) : 'new'}
          mode={mode}
          record={record as MasterRecord | undefined}
          readOnly={!canEdit}
          reload={async () => (await found.refetch()).data}
          onDone={onClose}
          onCancel={onClose}
        />
      )}
    </SideDrawer>
  );
});

interface HistoryDrawerProps {
  definition: Definition;
  opened: boolean;
  of: string;
  onClose(): void;
}

/** Who changed a record, when, and what. */
export const HistoryDrawer = memo(function HistoryDrawer({ definition, opened, of, onClose }: HistoryDrawerProps) {
  const { t } = useTranslation();
  const key = opened ? readKey(definition, of) : null;
  const { data, error, refetch } = useHistory(definition, key);
  const keys = useMemo(() => definition.fields.filter((field) => field.key), [definition]);
  const display = useDisplay(useLabels(keys, key ? [key] : undefined));
  const name = key ? nameOf(definition, key, display) : '';
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t('ui.master.history.title')} sub={name}>
      <Box className={`${classes.body} ${looks.scrollY}`} flex={1} tabIndex={0}>
        {data && <HistoryList definition={definition} entries={data} />}
        {!data && (error || key === null) && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && key !== null && <FormSkeleton count={4} />}
      </Box>
    </SideDrawer>
  );
});

const tones: Record<string, Tone> = { S: 'ok', U: 'info', D: 'bad' };
const ICONS: Record<string, typeof IconPlus> = { S: IconPlus, U: IconPencil, D: IconTrash };

function HistoryList({ definition, entries }: { definition: Definition; entries: HistoryEntry[] }) {
  const { t } = useTranslation();
  const values = entries.flatMap(({ detail }) =>
    changesOf(definition, detail).flatMap(({ field, before, after }) => [{ [field]: before }, { [field]: after }]),
  );
  const display = useDisplay(useLabels(definition.fields, values));
  if (entries.length === 0)
    return (
      <Box component="p" fz="xs" c="dimmed">
        {t('ui.master.history.none')}
      </Box>
    );
  return (
    <ol className={looks.plainList}>
      {entries.map((entry) => (
        <Entry key={`${entry.at} ${entry.action}`} definition={definition} entry={entry} display={display} />
      ))}
    </ol>
  );
}

interface EntryProps {
  definition: Definition;
  entry: HistoryEntry;
  display: Display;
}

function Entry({ definition, entry, display }: EntryProps) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const Icon = ICONS[entry.action] ?? IconPencil;
  const { action } = entry;
  const changes = changesOf(definition, entry.detail).map(({ field, before, after, hidden }) => {
    const known = fieldOf(definition, field);
    const shown = (value: Change['before']) =>
      (known && display(known, { [field]: value })) || t('ui.master.history.empty');
    return {
      field,
      label: labelText(t, definition.resource, field),
      note: hidden ? t(action === 'S' ? 'ui.master.history.set' : 'ui.master.history.changed') : undefined,
      before: hidden || action === 'S' ? undefined : shown(before),
      after: hidden || action === 'D' ? undefined : shown(after),
    };
  });
  const nameOf = useUserNames([entry.actor]);
  const who = entry.actor.startsWith('system:') ? t('ui.master.history.system') : nameOf(entry.actor);
  const what = entry.action === 'S' && isImported(entry.detail) ? 'I' : entry.action;
  return (
    <Box component="li" className={classes.entry} pos="relative">
      <Center component="span" className={classes.icon} bdrs="50%" {...tint(tones[entry.action] ?? 'info')} aria-hidden>
        <Icon size={14} />
      </Center>
      <Text pt={3} fw={500} inherit title={entry.actor}>
        {t(`ui.master.history.did.${what}`, { who })}
      </Text>
      <Box component="time" fz="xs" c="dimmed" dateTime={entry.at}>
        {moment(entry.at)}
      </Box>
      {changes.length > 0 && <ChangeList mt={8} px={12} changes={changes} />}
    </Box>
  );
}
