import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '@/lib/api';
import { useAuth } from '@/lib/session';
import type { RuleDetail } from './rule-lines';
import { busy, PAUSE_MS, place } from './workbench/calls';

/** What one line of a rule found in a text. */
export interface LineResult {
  isMatched: boolean;
  found: string[];
  /** Keywords that were not found. */
  missing: string[];
}

interface TextTrial {
  verdict: 'Pass' | 'Fail' | 'Unreadable' | 'None';
  details: LineResult[];
}

/** What the lines find in a typed text, once the typing pauses. */
export function useTextTest(lines: RuleDetail[], text: string, isEnabled: boolean) {
  const { entityCode } = useAuth();
  const details = lines.map(({ sequenceNo, keywords, keywordType, keywordLength, characterMask }) => ({
    sequenceNo: sequenceNo || 1,
    keywords,
    keywordType,
    keywordLength,
    characterMask,
  }));
  const now = JSON.stringify({ details, text });
  const [body] = useDebouncedValue(now, PAUSE_MS);
  const isSettled = body === now && isEnabled && lines.length > 0;
  const query = useQuery<TextTrial>({
    queryKey: ['rule-text', entityCode, body],
    enabled: isSettled,
    placeholderData: keepPreviousData,
    // The text of a document is not kept.
    gcTime: 0,
    ...busy,
    queryFn: async ({ signal }) => {
      const asked = {
        ...place,
        resource: 'ruleworkbench/text',
        operation: 'F',
        failure: 'inline',
        quiet: true,
      } as const;
      const { data } = await call<TextTrial>({ ...asked, body: JSON.parse(body), signal });
      return data.record as TextTrial;
    },
  });
  return { ...query, isCurrent: isSettled && query.isFetched && !query.isPlaceholderData };
}

interface Part {
  start: number;
  text: string;
  /** Index of the rule line that found it. */
  by: number | null;
}

/** Where a found text is in the typed one, whose spaces may differ and whose numbers are not masked. */
function placeOf(found: string, text: string): { start: number; end: number } | null {
  const words = found.split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  const pattern = words.map((word) => (/^X+$/.test(word) ? word.replaceAll('X', '[X\\d]') : word)).join('\\s*');
  const match = new RegExp(pattern, 'u').exec(text);
  return match && { start: match.index, end: match.index + match[0].length };
}

/** Splits the text at its matches; of two overlapping ones the first wins. */
export function highlights(text: string, results: LineResult[]): Part[] {
  const finds = results.flatMap(({ found }, by) =>
    found.flatMap((each) => {
      const place = placeOf(each, text);
      return place ? [{ ...place, by }] : [];
    }),
  );
  const parts: Part[] = [];
  let at = 0;
  for (const { start, end, by } of finds.sort((left, right) => left.start - right.start)) {
    if (start < at) continue;
    if (start > at) parts.push({ start: at, text: text.slice(at, start), by: null });
    parts.push({ start, text: text.slice(start, end), by });
    at = end;
  }
  if (at < text.length) parts.push({ start: at, text: text.slice(at), by: null });
  return parts;
}
