/** A day from today in the demo entities' time zone, in which the server reads dates. */
export const inDays = (days) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone: 'Asia/Kolkata' });
