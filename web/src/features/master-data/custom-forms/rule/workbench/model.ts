import type { Evidence } from '@/lib/requests';
import type { KeywordType, RuleDetail } from '../rule-lines';

export type Verdict = 'Pass' | 'Fail' | 'Unreadable' | 'None';

/** A line of a rule as the server sends and takes it. */
export type Detail = RuleDetail;

/** Whose document it is, and what the draft finds in it. */
export interface Source {
  txnRefNo: string;
  documentNo: number;
  versionNo: number;
  customerName: string;
  pages: { fileId: string; page: number }[];
  details: Evidence[];
}

export interface TriedDocument {
  documentTitle: string;
  readOn: string;
  /** The verdict at the time. */
  recordedVerdict: Verdict;
  verdict: Verdict;
  draftVerdict: Verdict;
  source: Source;
}

/** A document that was uploaded to try drafts on it. */
export interface Sample {
  sampleId: string;
  fileName: string;
  uploadedOn: string;
  isRead: boolean;
  verdict: Verdict | 'Waiting';
  draftVerdict: Verdict | 'Waiting';
  details: Evidence[] | null;
}

export interface Counts {
  pass: number;
  fail: number;
  unreadable: number;
  rejected: number;
}

export interface Trial {
  ruleCode: string;
  ruleDesc: string;
  ruleMode: 'advise' | 'autoReject' | 'autoAccept';
  ruleVersion: string;
  details: Detail[];
  summary: { documents: number; changed: number; now: Counts; draft: Counts };
  documents: TriedDocument[];
  samples: Sample[];
  /** How many of the last documents the user may not see. */
  hidden: number;
  /** The line of the published rule that took too long for all documents. */
  slowLine: number | null;
}

/** A line of the draft, with the texts of its inputs. */
export interface DraftLine {
  sequenceNo: number;
  keywords: string;
  keywordType: KeywordType;
  keywordLength: string;
  characterMask: string;
}

const MOST_SEQUENCE = 999;
export const MOST_LINES = 50;

export const linesOf = (details: Detail[]): DraftLine[] =>
  details.map(({ sequenceNo, keywords, keywordType, keywordLength, characterMask }) => ({
    sequenceNo,
    keywords,
    keywordType,
    keywordLength: keywordLength ? String(keywordLength) : '',
    characterMask: characterMask ?? '',
  }));

export const detailsOf = (lines: DraftLine[]): Detail[] =>
  lines.map(({ sequenceNo, keywords, keywordType, keywordLength, characterMask }) => ({
    sequenceNo,
    keywords: keywords.trim(),
    keywordType,
    keywordLength: Number(keywordLength) || null,
    characterMask: characterMask.trim() || null,
  }));

export const isSame = (one: Detail[], other: Detail[]) =>
  JSON.stringify(detailsOf(linesOf(one))) === JSON.stringify(detailsOf(linesOf(other)));

/** Undefined when the rule has as many lines as it may have. */
export function withNewLine(lines: DraftLine[]): DraftLine[] | undefined {
  const used = new Set(lines.map(({ sequenceNo }) => sequenceNo));
  const last = Math.max(0, ...used);
  const next = last < MOST_SEQUENCE ? last + 1 : firstFree(used);
  if (lines.length >= MOST_LINES) return undefined;
  const line: DraftLine = { sequenceNo: next, keywords: '', keywordType: 'ANY', keywordLength: '', characterMask: '' };
  return [...lines, line].sort((left, right) => left.sequenceNo - right.sequenceNo);
}

function firstFree(used: Set<number>) {
  let number = 1;
  while (used.has(number)) number += 1;
  return number;
}

/** Two lines change places; the numbers stay where they are, because they are the order. */
export function moved(lines: DraftLine[], at: number, by: 1 | -1): DraftLine[] {
  const [line, other] = [lines[at], lines[at + by]];
  if (!line || !other) return lines;
  return lines
    .with(at, { ...other, sequenceNo: line.sequenceNo })
    .with(at + by, { ...line, sequenceNo: other.sequenceNo });
}

/** The number of the first line that has nothing to look for yet. */
export const unfinished = (lines: DraftLine[]): number | undefined =>
  lines.find(
    ({ keywords, keywordType, characterMask }) =>
      keywords.replaceAll('|', '').trim() === '' || (keywordType === 'MASK' && characterMask.trim() === ''),
  )?.sequenceNo;

/** `details[1].keywords` of the server, by line and field. */
export function errorsOf(fields: Record<string, string>): Record<string, string>[] {
  const errors: Record<string, string>[] = [];
  for (const [path, message] of Object.entries(fields)) {
    const [, at, name] = /^details\[(\d+)\]\.(.+)$/.exec(path) ?? [];
    if (at !== undefined && name !== undefined) errors[Number(at)] = { ...errors[Number(at)], [name]: message };
  }
  return errors;
}

export const isChanged = ({ verdict, draftVerdict }: TriedDocument | Sample) => verdict !== draftVerdict;

/** Changed verdicts first, each group newest first. `at` identifies a document while the list is reordered. */
export const inOrder = (documents: TriedDocument[]) =>
  documents
    .map((document, at) => ({ document, at }))
    .sort((left, right) => Number(isChanged(right.document)) - Number(isChanged(left.document)));
