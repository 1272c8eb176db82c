import { nearest } from './fuzzy';
import { escaped, maskPattern, passesChecksum, readMask, stripped } from './mask';
import { guardedPattern } from './pattern';

export const KEYWORD_TYPES = ['ANY', 'ALL', 'NONE', 'EXACT', 'FUZZY', 'REGEX', 'MASK'] as const;
export type KeywordType = (typeof KEYWORD_TYPES)[number];

/** One line of a rule: what must, or must not, occur. */
export interface RuleDetail {
  keywords: string;
  keywordType: KeywordType;
  keywordLength: number | null;
  characterMask: string | null;
}

export interface Evidence {
  keyword: string;
  found: string;
  start: number;
  end: number;
}

export type DetailFault = 'noKeyword' | 'badMask' | 'badPattern' | 'riskyPattern';

export interface DetailResult {
  passes: boolean;
  evidence: Evidence[];
  /** Keywords that were not found. */
  missing: string[];
  fault?: DetailFault;
}

export type Verdict = 'pass' | 'fail' | 'unreadable';

/** Normalises the text, so that positions compare letter by letter with the keywords. */
export const readable = (text: string) => text.normalize('NFC');

export const keywordsOf = (keywords: string) =>
  keywords
    .split('|')
    .map((keyword) => readable(keyword.trim()))
    .filter(Boolean);

export function matchDetail(detail: RuleDetail, given: string): DetailResult {
  const text = readable(given);
  switch (detail.keywordType) {
    case 'MASK':
      return matchMask(detail, text);
    case 'REGEX':
      return matchPattern(detail, text);
    default:
      return matchKeywords(detail, text);
  }
}

/** Every detail must pass; unreadable text gives no verdict. */
export function verdictOf(results: DetailResult[], text: string): Verdict {
  if (!text.trim()) return 'unreadable';
  return results.every((result) => result.passes) ? 'pass' : 'fail';
}

type Finder = (text: string, keyword: string) => { start: number; end: number } | null;

const FINDERS: Record<string, Finder> = { EXACT: findExact, FUZZY: findFuzzy };

function matchKeywords(detail: RuleDetail, text: string): DetailResult {
  const keywords = keywordsOf(detail.keywords);
  if (!keywords.length) return { passes: false, evidence: [], missing: [], fault: 'noKeyword' };
  const find = FINDERS[detail.keywordType] ?? findWord;
  const evidence: Evidence[] = [];
  const missing: string[] = [];
  for (const keyword of keywords) {
    const place = find(text, keyword);
    const found = place && text.slice(place.start, place.end);
    if (place && found && fitsLength(found, detail)) evidence.push({ keyword, found, ...place });
    else missing.push(keyword);
  }
  return { passes: isEnough(detail.keywordType, evidence.length, keywords.length), evidence, missing };
}

function isEnough(type: KeywordType, found: number, all: number): boolean {
  if (type === 'NONE') return found === 0;
  return type === 'ALL' ? found === all : found > 0;
}

function matchMask(detail: RuleDetail, text: string): DetailResult {
  const mask = readMask(detail.characterMask ?? '');
  if (!mask) return { passes: false, evidence: [], missing: [], fault: 'badMask' };
  const good = (found: string) => fitsLength(found, detail) && passesChecksum(stripped(found), mask.checksum);
  return occurrences(maskPattern(mask.shape), text, detail.keywords, good);
}

function matchPattern(detail: RuleDetail, text: string): DetailResult {
  const pattern = guardedPattern(detail.keywords);
  if (!(pattern instanceof RegExp)) return { passes: false, evidence: [], missing: [], fault: pattern };
  return occurrences(pattern, text, detail.keywords, (found) => found !== '' && fitsLength(found, detail));
}

/** The first valid match; an invalid one may overlap a valid one, so the search advances by one letter. */
function occurrences(
  pattern: RegExp,
  text: string,
  keyword: string,
  good: (found: string) => boolean,
): DetailResult {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [found] = match;
    const place = { start: match.index, end: match.index + found.length };
    if (good(found)) return { passes: true, evidence: [{ keyword, found, ...place }], missing: [] };
    pattern.lastIndex = match.index + 1;
  }
  return { passes: false, evidence: [], missing: [keyword] };
}

/** 0 or empty means any length; separators do not count. */
function fitsLength(found: string, { keywordLength }: RuleDetail): boolean {
  return !keywordLength || [...stripped(found)].length === keywordLength;
}

/** Latin words must match whole words (PAN is not in COMPANY); Indian scripts append endings to the word. */
function standingAlone(keyword: string, body: string): string {
  const before = /^[A-Za-z0-9]/.test(keyword) ? '(?<![A-Za-z0-9])' : '';
  const after = /[A-Za-z0-9]$/.test(keyword) ? '(?![A-Za-z0-9])' : '';
  return before + body + after;
}

function findWord(text: string, keyword: string) {
  const body = keyword.split(/\s+/).map(escaped).join('\\s+');
  return place(new RegExp(standingAlone(keyword, body), 'iu').exec(text));
}

function findExact(text: string, keyword: string) {
  return place(new RegExp(standingAlone(keyword, escaped(keyword)), 'u').exec(text));
}

function findFuzzy(text: string, keyword: string) {
  // Only changes that keep every letter in its position, so that the evidence can be shown.
  const even = text.replace(/\s/g, ' ').replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return nearest(even, keyword.toLowerCase());
}

const place = (match: RegExpExecArray | null) =>
  match && { start: match.index, end: match.index + match[0].length };
