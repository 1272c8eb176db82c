import { IconCheckupList, IconMailForward, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { listClasses, type RowKind, TextCell } from '@/components/list';
import { Pill, type Tone } from '@/components/pill';
import { useFormats } from '@/lib/formats';
import { useAuth } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import type { Acting } from './action-dialog';
import { type Delivery, mayDismiss, mayResend } from './calls';

export const keyOf = ({ messageId }: Delivery) => messageId;

const tones: Record<string, Tone> = {
  sent: 'ok',
  delivered: 'ok',
  queued: 'info',
  bounced: 'bad',
  failed: 'bad',
};

const columns = ['recipient', 'state', 'event', 'channel', 'txnRefNo', 'answer', 'createdOn'] as const;

/** The overview of a request, for users who have it. */
function useOverview() {
  const { screens } = useAuth();
  const path = screens.find(({ screenCode }) => screenCode === 'SD-BNK-004')?.path;
  return (txnRefNo: string) => path?.replace(':txnRefNo', encodeURIComponent(txnRefNo));
}

export function useRowKind(mayAct: boolean, onAct: (acting: Acting) => void): RowKind<Delivery> {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const overview = useOverview();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path of the overview does not change within a session
  return useMemo(() => {
    const event = (row: Delivery) =>
      t([`option.templateFor.${row.event}`, `ui.requests.messages.event.${row.event}`], {
        defaultValue: row.event,
      });
    const channel = (row: Delivery) => t(`option.templateType.${row.channel}`, { defaultValue: row.channel });
    const state = (row: Delivery) => (
      <Pill tone={tones[row.state]}>{t(`ui.deliveries.state.${row.state}`)}</Pill>
    );
    const reference = (row: Delivery) => {
      const to = overview(row.txnRefNo);
      if (!to) return row.txnRefNo;
      return (
        <Link className={listClasses.code} to={to} data-line>
          {row.txnRefNo}
        </Link>
      );
    };
    return {
      columns: columns.map((name) => ({ name, label: t(`ui.deliveries.column.${name}`) })),
      keyOf,
      nameOf: (row) => `${row.recipient}, ${row.txnRefNo}`,
      cells: (row) => (
        <>
          <TextCell text={row.recipient} />
          <td>{state(row)}</td>
          <TextCell text={event(row)} />
          <TextCell text={channel(row)} />
          <td>{reference(row)}</td>
          <TextCell
            text={row.answer ?? ''}
            title={`${row.answer ?? ''} · ${t('ui.requests.messages.tries', { count: row.tries })}`}
          />
          <TextCell text={moment(row.createdOn)} />
        </>
      ),
      card: (row) => (
        <>
          <span className={listClasses.second}>{reference(row)}</span>
          <span className="cut" title={row.recipient}>
            {row.recipient}
          </span>
          <span className={listClasses.second}>
            {event(row)} · {channel(row)} · {moment(row.createdOn)}
          </span>
          {row.answer && <span className={listClasses.second}>{row.answer}</span>}
        </>
      ),
      cardEnd: state,
      cardLines: 4,
      menu: mayAct
        ? (row) => [
            ...(mayResend(row)
              ? [
                  {
                    label: t('ui.deliveries.resend'),
                    Icon: IconRefresh,
                    onClick: () => onAct({ action: 'resend', rows: [row] }),
                  },
                  {
                    label: t('ui.deliveries.correct'),
                    Icon: IconMailForward,
                    onClick: () => onAct({ action: 'correct', rows: [row] }),
                  },
                ]
              : []),
            ...(mayDismiss(row)
              ? [
                  {
                    label: t('ui.deliveries.dismiss'),
                    Icon: IconCheckupList,
                    onClick: () => onAct({ action: 'dismiss', rows: [row] }),
                    isApart: true,
                  },
                ]
              : []),
          ]
        : undefined,
    };
  }, [t, moment, mayAct, onAct]);
}
