/** One log entry: field name to text; null for a time not yet reached. */
export type Entry = Record<string, string | null>;

/** A login that was never ended; a failed one never began. */
export const isOpen = ({ outcome = 'success', logoutDateTime }: Entry) =>
  outcome === 'success' && !logoutDateTime;

/** Numbers arrive as numbers; here everything is text. */
export const textual = (row: Record<string, string | number | null>): Entry =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  );

export interface Line {
  id: string;
  entry: Entry;
}

/** Logs have no key: an entry is identified by its time and its position among entries of the same moment. */
export function linesOf(entries: Entry[], timeField: string): Line[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const time = entry[timeField] ?? '';
    const nth = seen.get(time) ?? 0;
    seen.set(time, nth + 1);
    return { id: nth === 0 ? time : `${time}~${nth}`, entry };
  });
}
