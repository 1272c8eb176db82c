/** One line of a log: field name to text; a time that has not come yet is null. */
export type Entry = Record<string, string | null>;

/** A login that nobody ended; one that failed never began. */
export const isOpen = ({ outcome = 'success', logoutDateTime }: Entry) =>
  outcome === 'success' && !logoutDateTime;

/** Numbers come as such; here everything is text. */
export const textual = (row: Record<string, string | number | null>): Entry =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  );

export interface Line {
  id: string;
  entry: Entry;
}

/** Logs have no key, so an entry is known by its time and its place among those of the same moment. */
export function linesOf(entries: Entry[], timeField: string): Line[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const time = entry[timeField] ?? '';
    const nth = seen.get(time) ?? 0;
    seen.set(time, nth + 1);
    return { id: nth === 0 ? time : `${time}~${nth}`, entry };
  });
}
