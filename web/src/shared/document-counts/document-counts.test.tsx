import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aRow } from '@/test/doc-requests';
import { countsOf, DocumentBar } from '.';

const row = aRow({
  documentsRequested: 6,
  documentsAccepted: 1,
  documentsPending: 3,
  documentsInReview: 2,
  documentsRejected: 1,
  documentsNotRequired: 1,
});

test('the five counts of an open request add up to its documents', () => {
  expect(countsOf(row)).toEqual({ accepted: 1, notRequired: 1, inReview: 2, rejected: 1, toCome: 1 });
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
