import { expect, it } from 'vitest';
import { joinMask, splitMask } from './keyword-rows';
import { joined, ruleLines, split } from './rule-lines';
import { highlights } from './rule-text';

const result = (...found: string[]) => ({ isMatched: true, found, missing: [] });

it('marks the finds in the text; of two in one place the first line', () => {
  expect(highlights('my bank', [result('bank'), result('bank')])).toEqual([
    { start: 0, text: 'my ', by: null },
    { start: 3, text: 'bank', by: 0 },
  ]);
});

it('marks finds across other spaces and masked numbers', () => {
  const marked = (text: string, found: string) =>
    highlights(text, [result(found)]).flatMap((part) => (part.by === 0 ? part.text : []));
  expect(marked('INCOME  TAX\nDEPARTMENT of', 'INCOME TAX DEPARTMENT')).toEqual(['INCOME  TAX\nDEPARTMENT']);
  expect(marked('no 2345 6789 0124.', 'XXXX XXXX 0124')).toEqual(['2345 6789 0124']);
  expect(marked('C++ (new)', 'C++ (new)')).toEqual(['C++ (new)']);
  expect(marked('nothing', 'else')).toEqual([]);
});

it('tries a rule with the line being written in place of the stored one', () => {
  const stored = [
    { sequenceNo: 2, keywordType: 'ANY', keywords: 'old' },
    { sequenceNo: 1, keywordType: 'MASK', keywords: 'n', characterMask: '99' },
  ];
  const lines = ruleLines(stored, { sequenceNo: '2', keywordType: 'ALL', keywords: 'new', keywordLength: '' });
  expect(lines.map((line) => [line.sequenceNo, line.keywords, line.isOwn])).toEqual([
    [1, 'n', false],
    [2, 'new', true],
  ]);
});

it('keeps keywords in rows, and shape and checksum of a mask in one text', () => {
  expect(split('a| b')).toEqual(['a', 'b']);
  expect(split('')).toEqual(['']);
  expect(joined(['a', ' ', 'b '])).toBe('a|b');
  expect(splitMask('999#luhn')).toEqual(['999', 'luhn']);
  expect(joinMask('999', '')).toBe('999');
});
