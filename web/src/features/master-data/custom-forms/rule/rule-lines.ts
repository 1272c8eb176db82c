import type { MasterRecord } from '../../model/definition';
import type { FormValues } from '../../model/record';
import { KEYWORD_TYPES, type KeywordType, type RuleDetail } from './match';

/** A rule line as it would be if the form were saved now. */
export interface RuleLine extends RuleDetail {
  sequenceNo: number;
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
