import { describe, expect, it } from 'vitest';
import { joinMask, type KeywordType, matchDetail, type RuleDetail, readMask, splitMask, verdictOf } from './match';
import { highlights } from './rule-form';
import { joined, ruleLines, split } from './rule-lines';

const detail = (keywordType: KeywordType, keywords: string, more: Partial<RuleDetail> = {}): RuleDetail => ({
  keywordType,
  keywords,
  keywordLength: null,
  characterMask: null,
  ...more,
});
const passes = (rule: RuleDetail, text: string) => matchDetail(rule, text).passes;
const found = (rule: RuleDetail, text: string) => matchDetail(rule, text).evidence.map((each) => each.found);

describe('keywords', () => {
  const names = 'INCOME TAX DEPARTMENT|Permanent Account Number';

  it('ANY wants one of them, whatever the capitals and line breaks', () => {
    expect(found(detail('ANY', names), 'Income Tax\nDepartment, Govt of India')).toEqual(['Income Tax\nDepartment']);
    expect(passes(detail('ANY', names), 'INCOMETAX DEPARTMENT')).toBe(true);
    expect(passes(detail('ANY', names), 'Passport')).toBe(false);
  });

  it('ALL wants every one and says which are missing', () => {
    const result = matchDetail(detail('ALL', 'Net Pay|Employer'), 'Net pay: 40,000');
    expect(result).toMatchObject({ passes: false, missing: ['Employer'] });
    expect(passes(detail('ALL', 'Net Pay|Employer'), 'EMPLOYER: X, NET PAY 1')).toBe(true);
  });

  it('NONE wants none of them', () => {
    expect(passes(detail('NONE', 'Mini Statement'), 'Statement of Account')).toBe(true);
    expect(passes(detail('NONE', 'Mini Statement'), 'MINI STATEMENT')).toBe(false);
  });

  it('EXACT wants it letter for letter', () => {
    expect(passes(detail('EXACT', 'ITR-V'), 'Form ITR-V, 2026')).toBe(true);
    expect(passes(detail('EXACT', 'ITR-V'), 'form itr-v')).toBe(false);
  });

  it('FUZZY forgives small misreadings only', () => {
    expect(found(detail('FUZZY', 'Salary Slip'), 'SA1ARY SLIP for May')).toEqual(['SA1ARY SLIP']);
    expect(passes(detail('FUZZY', 'Statement of Account'), 'Statemnt of Acc0unt')).toBe(true);
    expect(passes(detail('FUZZY', 'Salary Slip'), 'Celery Ship')).toBe(false);
    expect(passes(detail('FUZZY', 'PAN'), 'PEN')).toBe(false);
  });

  it('takes Latin keywords as whole words, and lets Tamil ones have endings', () => {
    expect(passes(detail('ANY', 'PAN'), 'COMPANY')).toBe(false);
    expect(passes(detail('ANY', 'ஆதார்'), 'ஆதார் அட்டை')).toBe(true);
    expect(passes(detail('ANY', 'தேர்தல்'), 'தேர்தல்களில்')).toBe(true);
  });

  it('does not choke on signs that mean something in expressions', () => {
    expect(passes(detail('ANY', 'C++ (advanced)?'), 'Course: C++ (advanced)?')).toBe(true);
  });

  it('wants the length after separators are stripped, where one is given', () => {
    expect(passes(detail('ANY', 'AB-12', { keywordLength: 4 }), 'AB-12')).toBe(true);
    expect(passes(detail('ANY', 'AB-12', { keywordLength: 5 }), 'AB-12')).toBe(false);
    expect(passes(detail('ANY', 'AB-12', { keywordLength: 0 }), 'AB-12')).toBe(true);
  });

  it('says so when there is nothing to look for', () => {
    expect(matchDetail(detail('ANY', ' | '), 'x')).toMatchObject({ passes: false, fault: 'noKeyword' });
  });
});

describe('REGEX', () => {
  it('finds what the expression says', () => {
    const licence = detail('REGEX', '[A-Z]{2}[0-9]{2}[ -]?[0-9]{11}');
    expect(found(licence, 'DL No. TN09 20150001234')).toEqual(['TN09 20150001234']);
    expect(passes(detail('REGEX', '20[2-3][0-9]-[0-9]{2}'), 'AY 2026-27')).toBe(true);
    expect(passes(detail('REGEX', 'salary'), 'SALARY')).toBe(false);
    expect(passes(detail('REGEX', '(?i)salary'), 'SALARY')).toBe(true);
  });

  it('is guarded', () => {
    const fault = (pattern: string) => matchDetail(detail('REGEX', pattern), 'aaa').fault;
    expect(fault('(a+)+$')).toBe('riskyPattern');
    expect(fault('(a|aa)+$')).toBe('riskyPattern');
    expect(fault('(unclosed')).toBe('badPattern');
    expect(fault('(?=a)a')).toBe('badPattern');
    expect(fault('(a)\\1')).toBe('badPattern');
    expect(fault('(?:ab)+[(+]')).toBeUndefined();
  });

  it('never runs for ever on an expression that matches nothing', () => {
    expect(matchDetail(detail('REGEX', 'x*'), 'aaa')).toMatchObject({ passes: false });
  });
});

describe('MASK', () => {
  const mask = (characterMask: string, keywordLength: number | null = null) =>
    detail('MASK', 'Number', { characterMask, keywordLength });

  it('takes 9 for a digit, A for a letter, X for either, and anything else for itself', () => {
    expect(found(mask('AAAAA9999A', 10), 'PAN: ABCDE1234F.')).toEqual(['ABCDE1234F']);
    expect(found(mask('AAAA0XXXXXX'), 'IFSC NGBL0A12B34')).toEqual(['NGBL0A12B34']);
    expect(passes(mask('AAAAA9999A'), 'ABCDE12345')).toBe(false);
    expect(passes(mask('AAAAA9999A'), 'XABCDE1234F')).toBe(false);
  });

  it('reads over the separators between groups', () => {
    expect(found(mask('999999999999', 12), 'VID 2341 2341 2346')).toEqual(['2341 2341 2346']);
  });

  it('checks the checksum that is named', () => {
    expect(passes(mask('999999999999#verhoeff', 12), '2341 2341 2346')).toBe(true);
    expect(passes(mask('999999999999#verhoeff', 12), '2341 2341 2347')).toBe(false);
    expect(passes(mask('9999999999999999#luhn'), '4539-1488-0343-6467')).toBe(true);
    expect(passes(mask('A9999999<9#mrz'), 'IND L8989021<0')).toBe(true);
    expect(passes(mask('A9999999<9#mrz'), 'IND L8989021<1')).toBe(false);
    expect(passes(mask('A9999999<9#mrz'), 'L8989021<0IND6908061F9406236')).toBe(true);
  });

  it('goes on after a number with a wrong checksum', () => {
    const text = '1111 1111 1111 and 2341 2341 2346';
    expect(found(mask('999999999999#verhoeff', 12), text)).toEqual(['2341 2341 2346']);
  });

  it('is refused when it is none', () => {
    expect(matchDetail(mask('999#crc'), '123').fault).toBe('badMask');
    expect(matchDetail(detail('MASK', 'x'), '123').fault).toBe('badMask');
  });

  it('is shape and checksum in one text', () => {
    expect(readMask('999#luhn')).toEqual({ shape: '999', checksum: 'luhn' });
    expect(readMask('#luhn')).toBeNull();
    expect(splitMask('999#luhn')).toEqual(['999', 'luhn']);
    expect(joinMask('999', '')).toBe('999');
  });
});

describe('the whole rule', () => {
  const good = { passes: true, evidence: [], missing: [] };

  it('passes when every line does, and an unread document has no verdict', () => {
    expect(verdictOf([good, good], 'text')).toBe('pass');
    expect(verdictOf([good, { ...good, passes: false }], 'text')).toBe('fail');
    expect(verdictOf([good], '  ')).toBe('unreadable');
  });

  it('is tried with the line being written in place of the stored one', () => {
    const stored = [
      { sequenceNo: 2, keywordType: 'ANY', keywords: 'old' },
      { sequenceNo: 1, keywordType: 'MASK', keywords: 'n', characterMask: '99' },
    ];
    const lines = ruleLines(stored, {
      sequenceNo: '2',
      keywordType: 'ALL',
      keywords: 'new',
      keywordLength: '',
    });
    expect(lines.map((line) => [line.sequenceNo, line.keywords, line.isOwn])).toEqual([
      [1, 'n', false],
      [2, 'new', true],
    ]);
  });

  it('marks the finds in the text', () => {
    const results = [matchDetail(detail('ANY', 'bank'), 'my bank'), matchDetail(detail('ANY', 'bank'), 'my bank')];
    expect(highlights('my bank', results)).toEqual([
      { start: 0, text: 'my ', by: null },
      { start: 3, text: 'bank', by: 0 },
    ]);
  });

  it('keeps keywords in rows', () => {
    expect(split('a| b')).toEqual(['a', 'b']);
    expect(split('')).toEqual(['']);
    expect(joined(['a', ' ', 'b '])).toBe('a|b');
  });
});
