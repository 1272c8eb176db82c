/** The requests of one month, as `dashboard` and `dashboard/monthly` return them. */
export interface Month {
  /** `2026-11` */
  month: string;
  requests: number;
  accepted: number;
  rejected: number;
}

/** "Nov" or "நவ.", in the page's language. */
export function monthName(month: string, language: string) {
  const date = new Date(`${month}-01T00:00:00Z`);
  return new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(date);
}
