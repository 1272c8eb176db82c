import { Flex } from '@mantine/core';
import type { RequestRow } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { fillOf } from '@/shared/request-status';
import classes from './document-counts.module.css';

/** The states of a document that the product counts, in the order of bars and charts. `closed`: open when its request closed. */
export const countNames = ['accepted', 'notRequired', 'inReview', 'rejected', 'toCome', 'closed'] as const;
export type CountName = (typeof countNames)[number];
export type Counts = Record<CountName, number>;

/** The colours of their statuses. */
export const countFills: Record<CountName, string> = {
  accepted: fillOf('Accepted'),
  notRequired: fillOf('Not Required'),
  inReview: fillOf('Uploaded'),
  rejected: fillOf('Rejected'),
  toCome: fillOf('Requested'),
  closed: 'var(--neutral-tint)',
};

export type Counted = Pick<
  RequestRow,
  | 'documentsRequested'
  | 'documentsAccepted'
  | 'documentsPending'
  | 'documentsRejected'
  | 'documentsNotRequired'
  | 'documentsInReview'
>;

/** The one model of numbers: the states add up to the documents requested. Nothing of a closed request is to come. */
export function countsOf(row: Counted): Counts {
  const { documentsRequested, documentsAccepted, documentsNotRequired, documentsRejected } = row;
  const settled = documentsAccepted + documentsNotRequired + documentsRejected;
  return {
    accepted: documentsAccepted,
    notRequired: documentsNotRequired,
    inReview: row.documentsInReview,
    rejected: documentsRejected,
    toCome: row.documentsPending - row.documentsInReview,
    closed: documentsRequested - settled - row.documentsPending,
  };
}

/** Those to show: what a closed request left open, or what an open one still expects. */
export const shownCounts = (counts: Counts) =>
  countNames.filter((name) => (counts.closed > 0 ? !['inReview', 'toCome'].includes(name) : name !== 'closed'));

/** "1 of 4 complete: 1 accepted, 2 in review, 1 to come". */
export function useCountsText() {
  const { t } = useTranslation();
  return (row: Counted) => {
    const counts = countsOf(row);
    const done = counts.accepted + counts.notRequired;
    const named = countNames.filter((name) => counts[name] > 0);
    const parts = named.map((name) => t(`ui.counts.some.${name}`, { count: counts[name] }));
    const settled = t('ui.counts.settled', { done, all: row.documentsRequested });
    return parts.length > 0 ? `${settled}: ${parts.join(', ')}` : settled;
  };
}

/** How far the documents of a request are, as a bar. What did not come is the empty part; the text says the same. */
export function DocumentBar({ row, isWide }: { row: Counted; isWide?: boolean }) {
  const textOf = useCountsText();
  const counts = countsOf(row);
  const all = Math.max(row.documentsRequested, 1);
  return (
    <Flex
      component="span"
      className={`${classes.bar} ${looks.clipped}`}
      bg="var(--neutral-tint)"
      data-wide={isWide || undefined}
      title={textOf(row)}
      aria-hidden
    >
      {countNames
        .filter((name) => !['toCome', 'closed'].includes(name) && counts[name] > 0)
        .map((name) => (
          <span
            key={name}
            className={classes.part}
            data-state={name}
            style={{ inlineSize: `${(counts[name] / all) * 100}%`, backgroundColor: countFills[name] }}
          />
        ))}
    </Flex>
  );
}
