import { useQuery } from '@tanstack/react-query';
import { list } from '@/lib/api';
import { keysOf, useScope } from '../../data/use-list';
import type { Definition, MasterRecord } from '../../model/definition';
import type { FormValues } from '../../model/record';

export const KEYWORD_TYPES = ['ANY', 'ALL', 'NONE', 'EXACT', 'FUZZY', 'REGEX', 'MASK'] as const;
export type KeywordType = (typeof KEYWORD_TYPES)[number];

/** One line of a rule: what must, or must not, occur. */
export interface RuleDetail {
  sequenceNo: number;
  keywords: string;
  keywordType: KeywordType;
  keywordLength: number | null;
  characterMask: string | null;
}

/** A rule line as it would be if the form were saved now. */
export interface RuleLine extends RuleDetail {
  /** The line being edited. */
  isOwn: boolean;
}

const isType = (value: unknown): value is KeywordType => KEYWORD_TYPES.includes(value as KeywordType);

function lineOf(values: MasterRecord | FormValues, isOwn: boolean): RuleLine | null {
  if (!isType(values.keywordType)) return null;
  return {
    sequenceNo: Number(values.sequenceNo) || 0,
    keywords: String(values.keywords ?? ''),
    keywordType: values.keywordType,
    keywordLength: Number(values.keywordLength) || null,
    characterMask: values.characterMask ? String(values.characterMask).trim() : null,
    isOwn,
  };
}

/** The stored lines merged with the one being edited, in order. */
export function ruleLines(stored: MasterRecord[], values: FormValues): RuleLine[] {
  const own = lineOf(values, true);
  const others = stored
    .filter((record) => Number(record.sequenceNo) !== Number(values.sequenceNo))
    .map((record) => lineOf(record, false));
  const all = [...others, own].flatMap((line) => line ?? []);
  return all.sort((left, right) => left.sequenceNo - right.sequenceNo);
}

const BAR = '|';

/** The rows of a stored text; at least one, to type into. */
export const split = (text: string) => text.split(BAR).map((keyword) => keyword.trim());

/** The text to store; empty rows are not kept. */
export const joined = (rows: string[]) =>
  rows
    .map((keyword) => keyword.trim())
    .filter(Boolean)
    .join(BAR);

const MOST_SEQUENCE = 999;

/** All stored lines of a rule, and the number of the next one. */
export function useRuleDetails(definition: Definition, ruleCode: string | null) {
  const scope = useScope();
  const answer = useQuery({
    queryKey: [...keysOf(scope, definition.resource), 'of', ruleCode],
    queryFn: ({ signal }) => list<MasterRecord>(definition, { ruleCode, sort: 'sequenceNo' }, { signal }),
    enabled: Boolean(ruleCode),
  });
  const records = (ruleCode && answer.data?.content) || [];
  const last = Math.max(0, ...records.map((record) => Number(record.sequenceNo)));
  return { records, nextSequence: Math.min(last + 1, MOST_SEQUENCE), isReady: answer.data !== undefined };
}
