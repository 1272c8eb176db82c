import {
  IconCopy,
  IconEye,
  IconFlask,
  IconHistory,
  IconMailForward,
  IconPencil,
  IconShieldQuestion,
  IconTrash,
} from '@tabler/icons-react';
import { type MouseEvent, useEffect, useMemo, useRef } from 'react';
import type { MenuItem } from '@/components/lazy-menu';
import { type ListActions, listClasses, None, type RowKind, TextCell, useSelection } from '@/components/list';
import { Pill } from '@/components/pill';
import { call } from '@/lib/api';
import { confirm, toast } from '@/lib/feedback';
import { can } from '@/lib/permissions';
import type { ScreenInfo } from '@/lib/session';
import { useUrlState } from '@/lib/url-state';
import { t as say, useTranslation } from '@/lib/wording';
import { useOpenWorkbench } from '../custom-forms/rule/open-workbench';
import { useLabels } from '../data/use-choices';
import { useRemove } from '../data/use-list';
import { codeField, type Definition, type Field, isAny, keyText, type MasterRecord } from '../model/definition';
import { nameOf } from '../model/record';
import { type Display, labelText, optionText, useDisplay } from '../words';

/** What the user's role allows here; other actions are hidden. */
interface Rights {
  edit: boolean;
  copy: boolean;
  delete: boolean;
}

export function rightsOn(screen: ScreenInfo): Rights {
  const edit = can(screen, 'edit');
  return { edit, copy: edit && can(screen, 'copy'), delete: can(screen, 'delete') };
}

interface Row {
  key: string;
  record: MasterRecord;
}

const keyOf = ({ key }: Row) => key;

interface Given {
  definition: Definition;
  records: MasterRecord[] | undefined;
  columns: Field[];
  rights: Rights;
  list: ListActions;
}

/** The rows of a master, how they look, and which are selected. */
export function useRows({ definition, records, columns, rights, list }: Given) {
  const { t } = useTranslation();
  const display = useDisplay(useLabels(columns, records));
  const rows = useMemo(
    () => records?.map((record) => ({ key: keyText(definition, record), record })),
    [definition, records],
  );
  const selection = useSelection(rows, keyOf);
  const removal = useRemove(definition);
  const remove = async (chosen: Row[]) => {
    const [first] = chosen;
    if (!first) return;
    const name =
      chosen.length === 1
        ? nameOf(definition, first.record, display)
        : t('ui.master.records', { count: chosen.length });
    if (!(await confirm('delete', name))) return;
    const isDone = await removal.mutateAsync(chosen.map(({ record }) => record)).then(
      () => true,
      () => false,
    );
    if (isDone) selection.drop(chosen.map(keyOf));
  };

  // Rows keep stable callbacks, which read the current state when called.
  const [, change] = useUrlState();
  const openWorkbench = useOpenWorkbench(definition);
  const latest = useRef({ list, remove, change, openWorkbench });
  useEffect(() => {
    latest.current = { list, remove, change, openWorkbench };
  });
  const kind = useMemo<RowKind<Row>>(() => {
    const code = codeField(definition)?.name;
    const first = columns.find(({ name }) => name === definition.label) ?? columns.find(({ name }) => name === code);
    const titleOf = ({ key, record }: Row) => (first && display(first, record)) || key;
    const link = (text: string, { key }: Row) => (
      <CodeLink
        text={text}
        href={latest.current.list.href('edit', key)}
        onOpen={() => latest.current.list.open('edit', key)}
      />
    );
    return {
      columns: columns.map(({ name, type }) => ({
        name,
        label: labelText(t, definition.resource, name),
        isNumber: type === 'int',
        isSortable: true,
      })),
      keyOf,
      nameOf: (row, isCard) => (isCard ? titleOf(row) : columns[0] ? display(columns[0], row.record) : row.key),
      cells: (row) =>
        columns.map((field) => {
          const text = display(field, row.record);
          if (field.name === 'status' && typeof row.record.status === 'string') {
            return (
              <td key={field.name}>
                <StatusPill value={row.record.status} />
              </td>
            );
          }
          if (field.name === code) {
            return (
              <td key={field.name} className={listClasses.cell}>
                {link(text, row)}
              </td>
            );
          }
          if (!text && isAny(field)) {
            return (
              <td key={field.name}>
                <None text={t('ui.master.any')} />
              </td>
            );
          }
          return <TextCell key={field.name} text={text} isNumber={field.type === 'int'} />;
        }),
      card: (row) => (
        <>
          {link(titleOf(row), row)}
          <span className={listClasses.second}>{secondLine(columns, first, display, row.record)}</span>
        </>
      ),
      cardEnd: ({ record: { status } }) => typeof status === 'string' && <StatusPill value={status} />,
      menu: (row) => menuOf(row, rights, definition, latest.current),
    };
  }, [definition, columns, display, rights, t]);
  return { rows, kind, selection, display, remove };
}

const IN_SECOND_LINE = 3;

function secondLine(columns: Field[], first: Field | undefined, display: Display, record: MasterRecord) {
  const rest = columns.filter((field) => field !== first && field.name !== 'status' && field.type !== 'bool');
  const texts = rest.map((field) => display(field, record)).filter(Boolean);
  return texts.slice(0, IN_SECOND_LINE).join(' · ');
}

interface Latest {
  list: ListActions;
  remove(rows: Row[]): Promise<void>;
  change: ReturnType<typeof useUrlState>[1];
  openWorkbench: ReturnType<typeof useOpenWorkbench>;
}

function menuOf(row: Row, rights: Rights, definition: Definition, { list, remove, change, openWorkbench }: Latest) {
  const item = (label: string, Icon: typeof IconCopy, onClick: () => void): MenuItem => ({
    label: say(label),
    Icon,
    onClick,
  });
  const open = (what: string) => () => list.open(what, row.key);
  const check = () => change({ check: row.key }, { replace: false });
  return [
    rights.edit ? item('ui.common.edit', IconPencil, open('edit')) : item('ui.master.view', IconEye, open('edit')),
    ...(rights.copy ? [item('ui.common.copy', IconCopy, open('copy'))] : []),
    item('ui.master.history.title', IconHistory, open('history')),
    ...(definition.resource === 'usermaster' ? [item('ui.accessCheck.open', IconShieldQuestion, check)] : []),
    ...(openWorkbench
      ? [item('ui.ruleWorkbench.open', IconFlask, () => openWorkbench(String(row.record.ruleCode)))]
      : []),
    ...(isWaiting(definition, row.record) && rights.edit
      ? [item('ui.form.user.inviteAgain', IconMailForward, () => void inviteAgain(row.record))]
      : []),
    ...(rights.delete
      ? [{ ...item('ui.common.delete', IconTrash, () => void remove([row])), isApart: true, isDangerous: true }]
      : []),
  ];
}

/** An invited user who has not chosen a password yet. */
const isWaiting = ({ resource }: Definition, { passwordSet, status }: MasterRecord) =>
  resource === 'usermaster' && passwordSet === false && status === 'Active';

async function inviteAgain({ userId, firstName }: MasterRecord) {
  const invite = { area: 'sms', resource: 'usermaster/invite' } as const;
  await call({ ...invite, operation: 'U', body: { userId }, success: 'none' }).then(
    () => toast(say('ui.form.user.invited', { name: String(firstName ?? userId) })),
    () => undefined,
  );
}

/** Only Active is shown as positive. */
function StatusPill({ value }: { value: string }) {
  const { t } = useTranslation();
  return <Pill tone={value === 'Active' ? 'ok' : 'neutral'}>{optionText(t, 'status', value)}</Pill>;
}

/** Opens the record here, or in a new tab on the usual browser gestures. */
function CodeLink({ text, href, onOpen }: { text: string; href: string; onOpen(): void }) {
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <a className={listClasses.code} href={href} onClick={onClick} title={text}>
      {text}
    </a>
  );
}
