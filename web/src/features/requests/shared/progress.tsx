import type { RequestRow } from '@/lib/requests';
import { countsOf, DocumentBar, useCountsText } from '@/shared/document-counts';

/** How many documents are complete, as numbers and a bar. */
export function Progress({ row, isWide }: { row: RequestRow; isWide?: boolean }) {
  const textOf = useCountsText();
  const { accepted, notRequired } = countsOf(row);
  return (
    <span className={isWide ? 'row gap-8' : 'inline-row gap-8'}>
      <DocumentBar row={row} isWide={isWide} />
      <span className="figures nowrap" title={textOf(row)}>
        <span aria-hidden>
          {accepted + notRequired} / {row.documentsRequested}
        </span>
        <span className="unseen">{textOf(row)}</span>
      </span>
    </span>
  );
}
