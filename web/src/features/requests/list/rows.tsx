import { Box, Flex } from '@mantine/core';
import {
  IconBellRinging,
  IconCopy,
  IconFileSearch,
  IconLayoutList,
  IconLink,
  IconPencil,
  IconSend,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import { listClasses, None, type RowKind, TextCell } from '@/components/list';
import { MaybeLink } from '@/components/maybe-link';
import { dayOf, today } from '@/lib/days';
import { useFormats } from '@/lib/formats';
import type { RequestRow } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { countsOf, useCountsText } from '@/shared/document-counts';
import { RequestStatus } from '@/shared/request-status';
import { useCopyLink } from '../actions/copy-link';
import { useNames } from '../data/use-choices';
import { type ColumnName, kindOf, sorts } from '../model/list-state';
import { isOverdue } from '../model/owing';
import { useRequestRoutes } from '../request-routes';
import { Progress } from '../shared/progress';
import { columnKeys, useActionText, useActorText } from '../shared/words';
import classes from './list.module.css';

const actions = [
  { action: 'send', Icon: IconSend },
  { action: 'remind', Icon: IconBellRinging },
] as const;
const numeric: ColumnName[] = ['documentsToCome', 'documentsInReview', 'documentsRejected'];
export const keyOf = ({ txnRefNo }: RequestRow) => txnRefNo;

/** How a request looks in the list of a screen. */
export function useRowKind(
  screenCode: string,
  onAct: (row: RequestRow, action: 'send' | 'remind') => void,
): RowKind<RequestRow> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const routes = useRequestRoutes();
  const copyLink = useCopyLink();
  return useMemo(() => {
    const { columns, card } = kindOf(screenCode);
    const { create, overview, details } = routes;
    const pathOf = overview ?? details;
    const go = (to: string, search?: object) =>
      void (search ? navigate({ to, search: search as never }) : navigate({ to }));
    return {
      columns: columns.map((name) => ({
        name,
        label: t(columnKeys(name)),
        isNumber: numeric.includes(name),
        isSortable: sorts.includes(name),
      })),
      className: classes.dense,
      keyOf,
      nameOf: keyOf,
      cells: (row) => columns.map((name) => <Cell key={name} name={name} row={row} to={pathOf?.(row.txnRefNo)} />),
      card: (row) => <CardLines row={row} to={pathOf?.(row.txnRefNo)} tells={card} />,
      cardLines: card === 'action' ? 4 : 3,
      open: ({ txnRefNo }) => pathOf && (() => go(pathOf(txnRefNo))),
      fault: ({ isUnreadable }) => (isUnreadable ? t('ui.requests.unreadable') : undefined),
      menu: (row) => {
        const { txnRefNo, allowed } = row;
        const item = (label: string, Icon: typeof IconCopy, to: string, search?: object) => ({
          label: t(label),
          Icon,
          onClick: () => go(to, search),
        });
        const edit = create && allowed.includes('edit');
        const clone = create && allowed.includes('clone');
        return [
          ...(overview ? [item('ui.requests.open.overview', IconLayoutList, overview(txnRefNo))] : []),
          ...(details ? [item('ui.requests.open.details', IconFileSearch, details(txnRefNo))] : []),
          ...(edit ? [item('ui.common.edit', IconPencil, create, { txnRefNo })] : []),
          ...(clone ? [item('ui.requests.action.clone', IconCopy, create, { clone: txnRefNo })] : []),
          ...actions
            .filter(({ action }) => allowed.includes(action))
            .map(({ action, Icon }) => ({
              label: t(`ui.requests.action.${action}`),
              Icon,
              onClick: () => onAct(row, action),
            })),
          ...(row.nextAction === 'customer'
            ? [
                {
                  label: t('ui.requests.copyLink'),
                  Icon: IconLink,
                  onClick: () => void copyLink(txnRefNo),
                },
              ]
            : []),
        ];
      },
    };
  }, [screenCode, t, navigate, routes, copyLink, onAct]);
}

interface CellProps {
  name: ColumnName;
  row: RequestRow;
  to: string | undefined;
}

/** One value of a request in readable form. */
const Cell = memo(function Cell({ name, row, to }: CellProps) {
  const { t } = useTranslation();
  const { date, moment } = useFormats();
  const action = useActionText();
  switch (name) {
    case 'txnRefNo':
      return (
        <td>
          <Reference to={to} text={row.txnRefNo} />
        </td>
      );
    case 'customerName':
      return <Long value={row.customerName} />;
    case 'transactionStatus':
      return (
        <td>
          <RequestStatus value={row.transactionStatus} />
        </td>
      );
    case 'documents':
      return (
        <td>
          <Progress row={row} />
        </td>
      );
    case 'documentDueDate':
      return (
        <td>
          <DueDate row={row} />
        </td>
      );
    case 'documentsToCome':
      return <Count value={countsOf(row).toCome} />;
    case 'documentsInReview':
      return <Count value={row.documentsInReview} />;
    case 'documentsRejected':
      return <Count value={row.documentsRejected} />;
    case 'nextAction':
      return <Long value={t(`ui.requests.next.${row.nextAction}`)} />;
    case 'latestAction':
      return <Long value={action(row.latestAction)} />;
    case 'requestCategory':
      return <NameCell resource="categorydefinition" field="categoryCode" code={row.requestCategory} />;
    case 'branchCode':
      return <NameCell resource="branchmaster" field="branchCode" code={row.branchCode} />;
    case 'createdOn':
      return <TextCell text={row.createdOn && date(dayOf(new Date(row.createdOn)))} title={moment(row.createdOn)} />;
    case 'latestActionOn':
      return <TextCell text={row[name] && moment(row[name])} />;
    case 'owner':
      return <Actor id={row.owner} />;
    case 'latestActionBy':
      return <LatestActor row={row} />;
    case 'expiresOn':
      return <TextCell text={row.expiresOn ? date(row.expiresOn) : ''} />;
    default:
      return <TextCell text={row[name] ?? ''} />;
  }
});

/** Who took the latest action, by name: a party or a member of the staff. */
function useLatestActor({ latestActionBy, latestActionByName, ...row }: RequestRow): string {
  const actor = useActorText(latestActionBy);
  const isCustomer = [row.emailAddress, row.primaryMobile].includes(latestActionBy);
  return latestActionByName ?? (isCustomer ? row.customerName : actor(latestActionBy));
}

function LatestActor({ row }: { row: RequestRow }) {
  const name = useLatestActor(row);
  return <Long value={name} title={row.latestActionBy} />;
}

/** A member of the staff by name, with the user id as the title. */
function Actor({ id }: { id: string | null }) {
  const actor = useActorText(id);
  return <Long value={actor(id)} title={id ?? undefined} />;
}

function Count({ value }: { value: number }) {
  const { number } = useFormats();
  return (
    <td data-end data-zero={value === 0 || undefined}>
      {number(value)}
    </td>
  );
}

/** Text of any length, limited to two lines so that the next columns keep their position. */
export function Long({ value, title = value }: { value: string; title?: string }) {
  return <td title={title || undefined}>{value ? <span className={classes.long}>{value}</span> : <None />}</td>;
}

function NameCell({ resource, field, code }: { resource: string; field: string; code: string }) {
  const name = useNames(resource, field, [code]);
  const text = name(code);
  return <Long value={text} title={text === code ? code : `${text} · ${code}`} />;
}

const Reference = ({ to, text }: { to: string | undefined; text: string }) => (
  <MaybeLink isAlike className={listClasses.code} to={to} title={text}>
    {text}
  </MaybeLink>
);

/** A past date is labelled as such: never by colour alone. */
function DueDate({ row }: { row: RequestRow }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  if (!row.documentDueDate) return <None />;
  if (!isOverdue(row, today())) return date(row.documentDueDate);
  return (
    <Box component="span" c="var(--bad)">
      {date(row.documentDueDate)}{' '}
      <Box component="span" ms={4} bg="var(--bad-tint)" px={8} fz={11} fw={500} bdrs="var(--radius-pill)">
        {t('ui.requests.overdue')}
      </Box>
    </Box>
  );
}

interface CardProps {
  row: RequestRow;
  to: string | undefined;
  tells: 'documents' | 'action';
}

/** On a phone: customer, status, and progress or last action. */
function CardLines({ row, to, tells }: CardProps) {
  const textOf = useCountsText();
  return (
    <>
      <Reference to={to} text={row.customerName || row.txnRefNo} />
      <Flex component="span" justify="space-between" align="center" gap={8} miw={0}>
        <span className={listClasses.second}>{row.txnRefNo}</span>
        <RequestStatus value={row.transactionStatus} />
      </Flex>
      {tells === 'action' ? (
        <LatestAction row={row} />
      ) : (
        <span className={listClasses.second}>
          <DueDate row={row} /> · {textOf(row)}
        </span>
      )}
    </>
  );
}

/** The last action, by whom and when, and the remaining time. */
function LatestAction({ row }: { row: RequestRow }) {
  const { t } = useTranslation();
  const { date, moment } = useFormats();
  const action = useActionText();
  const name = useLatestActor(row);
  const by = [action(row.latestAction), name].filter(Boolean).join(' · ');
  return (
    <>
      <Box component="span" className={looks.cut} fz="sm" title={by}>
        {by}
      </Box>
      <span className={`${listClasses.second} ${classes.times}`}>
        <span>{moment(row.latestActionOn)}</span>
        {row.expiresOn && (
          <span>
            {t(columnKeys('expiresOn'))} {date(row.expiresOn)}
          </span>
        )}
      </span>
    </>
  );
}
