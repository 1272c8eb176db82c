const DAY = 86_400_000;
const SOON_DAYS = 30;

/** Whether a user has expired, or will soon. The last day is still valid. */
export function expiryHint(
  expiry: string | null,
  today: string,
): { key: 'expired' | 'soon'; days: number } | null {
  if (!expiry) return null;
  const days = Math.round((Date.parse(expiry) - Date.parse(today)) / DAY);
  if (Number.isNaN(days) || days > SOON_DAYS) return null;
  return { key: days < 0 ? 'expired' : 'soon', days };
}
