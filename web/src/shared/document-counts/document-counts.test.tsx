import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aRow } from '@/test/doc-requests';
import { countsOf, DocumentBar, shownCounts } from '.';

const row = aRow({
  documentsRequested: 6,
  documentsAccepted: 1,
  documentsPending: 3,
  documentsInReview: 2,
  documentsRejected: 1,
  documentsNotRequired: 1,
});

test('the five counts of an open request add up to its documents', () => {
  expect(countsOf(row)).toEqual({
    accepted: 1,
    notRequired: 1,
    inReview: 2,
    rejected: 1,
    toCome: 1,
    closed: 0,
  });
  expect(shownCounts(countsOf(row))).not.toContain('closed');
});

test('so do those of a closed one, with what was open when it closed', () => {
  const closed = countsOf({ ...row, documentsPending: 0, documentsInReview: 0 });
  expect(closed).toEqual({ accepted: 1, notRequired: 1, inReview: 0, rejected: 1, toCome: 0, closed: 3 });
  expect(shownCounts(closed)).toEqual(['accepted', 'notRequired', 'rejected', 'closed']);
});

test('the bar has a part for each, and says so in words', () => {
  const { container } = render(<DocumentBar row={row} />, { wrapper: MantineProvider });
  const bar = container.querySelector('[title]') as HTMLElement;
  expect(bar.title).toBe('2 of 6 complete: 1 accepted, 1 not required, 2 in review, 1 rejected, 1 to come');
  const parts = [...bar.children].map((part) => [
    part.getAttribute('data-state'),
    (part as HTMLElement).style.inlineSize,
  ]);
  expect(parts.map(([state]) => state)).toEqual(['accepted', 'notRequired', 'inReview', 'rejected']);
  expect(parts[2]?.[1]).toMatch(/^33\.3/);
});
