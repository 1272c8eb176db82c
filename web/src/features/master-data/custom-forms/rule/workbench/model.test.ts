import { expect, test } from 'vitest';
import {
  type DraftLine,
  detailsOf,
  errorsOf,
  inOrder,
  isSame,
  linesOf,
  MOST_LINES,
  moved,
  type TriedDocument,
  unfinished,
  withNewLine,
} from './model';

const line = (sequenceNo: number, patch: Partial<DraftLine> = {}): DraftLine => ({
  sequenceNo,
  keywords: `word ${sequenceNo}`,
  keywordType: 'ANY',
  keywordLength: '',
  characterMask: '',
  ...patch,
});
const numbers = (lines: DraftLine[] | undefined) => lines?.map(({ sequenceNo }) => sequenceNo);

test('a line is the same after it went through the inputs', () => {
  const details = detailsOf([line(1, { keywordLength: '10' }), line(2, { characterMask: ' AAAAA9999A ' })]);
  expect(details[0]).toMatchObject({ keywordLength: 10, characterMask: null });
  expect(details[1]).toMatchObject({ keywordLength: null, characterMask: 'AAAAA9999A' });
  expect(isSame(details, detailsOf(linesOf(details)))).toBe(true);
  expect(isSame(details, detailsOf([line(1), line(2)]))).toBe(false);
  const stored = details.map((detail) => ({ ...detail, versionNumber: 3, keywordLength: detail.keywordLength ?? 0 }));
  expect(isSame(details, stored)).toBe(true);
});

test('a new line gets the next number, at the end a free one', () => {
  expect(numbers(withNewLine([]))).toEqual([1]);
  expect(numbers(withNewLine([line(1), line(5)]))).toEqual([1, 5, 6]);
  expect(numbers(withNewLine([line(1), line(999)]))).toEqual([1, 2, 999]);
  expect(withNewLine(Array.from({ length: MOST_LINES }, (_, at) => line(at + 1)))).toBeUndefined();
});

test('lines change places and keep the numbers in order', () => {
  const swapped = moved([line(1), line(5)], 1, -1);
  expect(swapped.map(({ sequenceNo, keywords }) => [sequenceNo, keywords])).toEqual([
    [1, 'word 5'],
    [5, 'word 1'],
  ]);
  expect(moved(swapped, 0, -1)).toBe(swapped);
});

test('a line without anything to look for is not finished', () => {
  expect(unfinished([line(1), line(2, { keywords: ' | ' })])).toBe(2);
  expect(unfinished([line(3, { keywordType: 'MASK' })])).toBe(3);
  expect(unfinished([line(3, { keywordType: 'MASK', characterMask: '999' })])).toBeUndefined();
});

test('errors of the server belong to a line and a field', () => {
  const errors = errorsOf({ 'details[1].keywords': 'Not valid', 'details[1].characterMask': 'Bad', details: 'x' });
  expect(errors[1]).toEqual({ keywords: 'Not valid', characterMask: 'Bad' });
  expect(errors[0]).toBeUndefined();
  expect(errorsOf({ details: 'x' })).toEqual([]);
});

test('changed verdicts come first, otherwise the newest', () => {
  const tried = (verdict: 'Pass' | 'Fail', draftVerdict: 'Pass' | 'Fail') =>
    ({ verdict, draftVerdict }) as TriedDocument;
  const documents = [tried('Pass', 'Pass'), tried('Fail', 'Pass'), tried('Fail', 'Fail'), tried('Pass', 'Fail')];
  expect(inOrder(documents).map(({ at }) => at)).toEqual([1, 3, 0, 2]);
});
