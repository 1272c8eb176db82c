import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { memo, useMemo } from 'react';
import { ErrorState } from '@/components/list';
import { SideDrawer } from '@/components/side-drawer';
import type { HistoryEntry } from '@/lib/api';
import { useFormats } from '@/lib/formats';
import { useUserNames } from '@/lib/user-names';
import { useTranslation } from '@/lib/wording';
import { useLabels } from '../data/use-choices';
import { useHistory } from '../data/use-list';
import { FormSkeleton } from '../form/form-skeleton';
import classes from '../master-data.module.css';
import { type Definition, fieldOf, readKey } from '../model/definition';
import { type Change, changesOf, isImported } from '../model/diff';
import { nameOf } from '../model/record';
import { type Display, labelText, useDisplay } from '../words';

interface Props {
  definition: Definition;
  opened: boolean;
  of: string;
  onClose(): void;
}

/** Who changed a record, when, and what. */
export const HistoryDrawer = memo(function HistoryDrawer({ definition, opened, of, onClose }: Props) {
  const { t } = useTranslation();
  const key = opened ? readKey(definition, of) : null;
  const { data, error, refetch } = useHistory(definition, key);
  const keys = useMemo(() => definition.fields.filter((field) => field.key), [definition]);
  const display = useDisplay(useLabels(keys, key ? [key] : undefined));
  const name = key ? nameOf(definition, key, display) : '';
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t('ui.master.history.title')} sub={name}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long history must be scrolled by keyboard too */}
      <div className={`${classes.body} grow scroll-y`} tabIndex={0}>
        {data && <HistoryList definition={definition} entries={data} />}
        {!data && (error || key === null) && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && key !== null && <FormSkeleton count={4} />}
      </div>
    </SideDrawer>
  );
});

const tones: Record<string, string> = { S: 'tint-ok', U: 'tint-info', D: 'tint-bad' };
const ICONS: Record<string, typeof IconPlus> = { S: IconPlus, U: IconPencil, D: IconTrash };

export function HistoryList({ definition, entries }: { definition: Definition; entries: HistoryEntry[] }) {
  const { t } = useTranslation();
  const values = entries.flatMap(({ detail }) =>
    changesOf(definition, detail).flatMap(({ field, before, after }) => [
      { [field]: before },
      { [field]: after },
    ]),
  );
  const display = useDisplay(useLabels(definition.fields, values));
  if (entries.length === 0) return <p className="text-12 muted">{t('ui.master.history.none')}</p>;
  return (
    <ol className="plain-list">
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
  const changes = changesOf(definition, entry.detail);
  const nameOf = useUserNames([entry.actor]);
  const who = entry.actor.startsWith('system:') ? t('ui.master.history.system') : nameOf(entry.actor);
  const what = entry.action === 'S' && isImported(entry.detail) ? 'I' : entry.action;
  return (
    <li className={classes.entry}>
      <span className={`${classes.icon} middle round ${tones[entry.action] ?? 'tint-info'}`} aria-hidden>
        <Icon size={14} />
      </span>
      <p className={`${classes.what} m-0 medium`} title={entry.actor}>
        {t(`ui.master.history.did.${what}`, { who })}
      </p>
      <time className="text-12 muted" dateTime={entry.at}>
        {moment(entry.at)}
      </time>
      {changes.length > 0 && (
        <dl className="facts mt-8 py-4 px-12 outlined">
          {changes.map((change) => (
            <ChangeLine
              key={change.field}
              definition={definition}
              change={change}
              display={display}
              action={entry.action}
            />
          ))}
        </dl>
      )}
    </li>
  );
}

interface LineProps {
  definition: Definition;
  change: Change;
  display: Display;
  action: string;
}

function ChangeLine({ definition, change, display, action }: LineProps) {
  const { t } = useTranslation();
  const field = fieldOf(definition, change.field);
  const shown = (value: Change['before']) =>
    (field && display(field, { [change.field]: value })) || t('ui.master.history.empty');
  return (
    <div>
      <dt>{labelText(t, definition.resource, change.field)}</dt>
      <dd>
        {change.hidden && t(action === 'S' ? 'ui.master.history.set' : 'ui.master.history.changed')}
        {!change.hidden && action !== 'S' && <del>{shown(change.before)}</del>}
        {!change.hidden && action !== 'S' && action !== 'D' && (
          <span className="muted">
            <span aria-hidden> → </span>
            <span className="unseen">{t('ui.master.history.became')}</span>
          </span>
        )}
        {!change.hidden && action !== 'D' && <ins>{shown(change.after)}</ins>}
      </dd>
    </div>
  );
}
