import type { DetailResult } from './match';

export interface Part {
  start: number;
  text: string;
  /** Index of the rule line that found it. */
  by: number | null;
}

/** Splits the text at its matches; of two overlapping ones the first wins. */
export function highlights(text: string, results: DetailResult[]): Part[] {
  const finds = results.flatMap((result, by) =>
    result.evidence.map(({ start, end }) => ({ start, end, by })),
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
