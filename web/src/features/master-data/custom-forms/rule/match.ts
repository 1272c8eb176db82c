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
  return occurrences(maskPattern(mask), text, detail.keywords, good);
}

function matchPattern(detail: RuleDetail, text: string): DetailResult {
  const pattern = guardedPattern(detail.keywords);
  if (!(pattern instanceof RegExp)) return { passes: false, evidence: [], missing: [], fault: pattern };
  return occurrences(pattern, text, detail.keywords, (found) => found !== '' && fitsLength(found, detail));
}

/** The first valid match; an invalid one may overlap a valid one, so the search advances by one letter. */
function occurrences(pattern: RegExp, text: string, keyword: string, good: (found: string) => boolean): DetailResult {
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
  // Recognised text has other spaces and punctuation than the original.
  const parts = keyword.split(/[\s-]+/).filter(Boolean);
  const body = (parts.length ? parts : [keyword]).map(escaped).join('[\\s\\p{P}]*');
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

const place = (match: RegExpExecArray | null) => match && { start: match.index, end: match.index + match[0].length };

export interface FuzzyFind {
  start: number;
  end: number;
  distance: number;
}

/** How many misread letters are tolerated: none in short words, three at most. */
export function forgiven(keyword: string): number {
  if (keyword.length < 4) return 0;
  return Math.min(3, Math.max(1, Math.floor(keyword.length / 6)));
}

/**
 * The position in the text nearest to the keyword, counting changed, added and lost letters.
 * The match may begin anywhere (the first row is free), so one pass over the text is enough.
 */
export function nearest(text: string, keyword: string): FuzzyFind | null {
  const height = keyword.length;
  let costs = Array.from({ length: height + 1 }, (_, row) => row);
  let starts = new Array<number>(height + 1).fill(0);
  let best: FuzzyFind | null = null;
  for (let column = 1; column <= text.length; column += 1) {
    const nextCosts = [0];
    const nextStarts = [column];
    for (let row = 1; row <= height; row += 1) {
      const swap = (costs[row - 1] ?? 0) + (keyword[row - 1] === text[column - 1] ? 0 : 1);
      const added = (costs[row] ?? 0) + 1;
      const lost = (nextCosts[row - 1] ?? 0) + 1;
      const cost = Math.min(swap, added, lost);
      nextCosts.push(cost);
      nextStarts.push((cost === swap ? starts[row - 1] : cost === added ? starts[row] : nextStarts[row - 1]) ?? 0);
    }
    [costs, starts] = [nextCosts, nextStarts];
    const distance = costs[height] ?? height;
    if (!best || distance < best.distance) best = { start: starts[height] ?? 0, end: column, distance };
  }
  return best && best.distance <= forgiven(keyword) ? best : null;
}

/** The checksums a character mask may name after `#`. */
export const CHECKSUMS = { verhoeff, mrz, luhn } as const;

export type ChecksumName = keyof typeof CHECKSUMS;

const digitsOf = (text: string) => [...text.replace(/\D/g, '')].map(Number);

/** Multiplication in the dihedral group of order ten: rotations are 0 to 4, reflections 5 to 9. */
function times(left: number, right: number): number {
  const turned = left < 5 ? (left + right) % 5 : (left - right + 10) % 5;
  const isReflection = left < 5 !== right < 5;
  return turned + (isReflection ? 5 : 0);
}

const PERMUTATION = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

function permuted(digit: number, times: number): number {
  let result = digit;
  for (let round = 0; round < times; round += 1) result = PERMUTATION[result] ?? 0;
  return result;
}

/** Verhoeff, as used by Aadhaar: the last digit is the check digit. */
export function verhoeff(text: string): boolean {
  const digits = digitsOf(text).reverse();
  const sum = digits.reduce((carried, digit, place) => times(carried, permuted(digit, place % 8)), 0);
  return digits.length > 1 && sum === 0;
}

/** Luhn, as used by payment cards and IMEI. */
export function luhn(text: string): boolean {
  const digits = digitsOf(text).reverse();
  const weigh = (digit: number, place: number) => (place % 2 ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit);
  return digits.length > 1 && digits.reduce((sum, digit, place) => sum + weigh(digit, place), 0) % 10 === 0;
}

const MRZ_WEIGHTS = [7, 3, 1];

/** Machine readable zone of a passport: the last character is the check digit of those before it. */
export function mrz(text: string): boolean {
  const letters = [...text.toUpperCase()].filter((letter) => /[A-Z0-9<]/.test(letter));
  const check = letters.pop();
  const sum = letters.reduce((total, letter, place) => total + mrzValue(letter) * (MRZ_WEIGHTS[place % 3] ?? 0), 0);
  return letters.length > 0 && check === String(sum % 10);
}

const mrzValue = (letter: string) => (letter === '<' ? 0 : Number.parseInt(letter, 36));

/** Lookaround and backreferences: the server's engine supports neither. */
const UNSUPPORTED = /\(\?(?:[=!]|<[=!])|\\[1-9]|\\k</;

/** A repeated group with a repetition or alternative inside may backtrack forever. */
const NESTED = /\((?:[^()\\]|\\.)*(?:[*+]|\{\d+,\d*\}|\|)(?:[^()\\]|\\.)*\)(?:[*+]|\{\d+,\d*\})/;

/** The expression, or why it is rejected. */
export function guardedPattern(source: string): RegExp | 'badPattern' | 'riskyPattern' {
  if (!source || UNSUPPORTED.test(source)) return 'badPattern';
  const plain = source.replace(/\[(?:[^\]\\]|\\.)*\]/g, 'x');
  if (NESTED.test(plain)) return 'riskyPattern';
  return compiled(source) ?? 'badPattern';
}

/** A leading `(?i)` makes the server's engine ignore case. */
function compiled(source: string): RegExp | null {
  const isCaseless = source.startsWith('(?i)');
  const body = isCaseless ? source.slice(4) : source;
  const flags = isCaseless ? 'gi' : 'g';
  for (const all of [`${flags}u`, flags]) {
    try {
      return new RegExp(body, all);
    } catch {
      // Unicode mode refuses a few harmless escapes: retry without it.
    }
  }
  return null;
}

interface Mask {
  shape: string;
  checksum: ChecksumName | null;
}

const isChecksum = (name: string): name is ChecksumName => Object.hasOwn(CHECKSUMS, name);

/** `AAAAA9999A`, `999999999999#verhoeff`: the shape and, after the last `#`, the checksum. `null` for an unknown one. */
export function readMask(text: string): Mask | null {
  const at = text.lastIndexOf('#');
  if (at < 0) return text ? { shape: text, checksum: null } : null;
  const checksum = text.slice(at + 1);
  const shape = text.slice(0, at);
  return shape && isChecksum(checksum) ? { shape, checksum } : null;
}

/** Numbers are often printed in groups: one of these may separate two characters. */
const SEPARATOR = '[ \\t\\u00a0\\u2010-\\u2013/.-]?';
const SEPARATORS = /[\s\u00a0\u2010-\u2013/.-]/g;
const WORD = '\\p{L}\\p{N}\\p{M}';

const CLASSES: Record<string, string> = { '9': '[0-9]', A: '[A-Za-z]', X: '[A-Za-z0-9]' };

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** The mask as an expression. It matches whole words only, except in a machine readable zone, which has no spaces. */
function maskPattern({ shape, checksum }: Mask): RegExp {
  const body = [...shape].map((letter) => CLASSES[letter] ?? escaped(letter)).join(SEPARATOR);
  return new RegExp(checksum === 'mrz' ? body : `(?<![${WORD}])${body}(?![${WORD}])`, 'gu');
}

const stripped = (text: string) => text.replace(SEPARATORS, '');

const passesChecksum = (text: string, checksum: ChecksumName | null) => checksum === null || CHECKSUMS[checksum](text);

/** Shape and checksum as two texts, even while incomplete. */
export function splitMask(text: string): [shape: string, checksum: string] {
  const at = text.lastIndexOf('#');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

export const joinMask = (shape: string, checksum: string) => (checksum ? `${shape}#${checksum}` : shape);
