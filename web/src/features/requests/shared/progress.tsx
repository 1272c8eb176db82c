import { Flex } from '@mantine/core';
import type { RequestRow } from '@/lib/requests';
import looks from '@/lib/theme/looks.module.css';
import { countsOf, DocumentBar, useCountsText } from '@/shared/document-counts';

/** How many documents are complete, as numbers and a bar. */
export function Progress({ row, isWide }: { row: RequestRow; isWide?: boolean }) {
  const textOf = useCountsText();
  const { accepted, notRequired } = countsOf(row);
  return (
    <Flex component="span" display={isWide ? 'flex' : 'inline-flex'} align="center" gap={8}>
      <DocumentBar row={row} isWide={isWide} />
      <span className={`${looks.figures} ${looks.nowrap}`} title={textOf(row)}>
        <span aria-hidden>
          {accepted + notRequired} / {row.documentsRequested}
        </span>
        <span className={looks.unseen}>{textOf(row)}</span>
      </span>
    </Flex>
  );
}
