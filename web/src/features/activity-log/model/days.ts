const local = (day: string, time: string) => new Date(`${day}T${time}`).toISOString();

/** Times are shown in the reader's time zone, so days begin and end in it too. */
export const dayStart = (day: string) => local(day, '00:00:00.000');
export const dayEnd = (day: string) => local(day, '23:59:59.999');

export const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(new Date(`${text}T00:00:00`).getTime());

export function dayOf(date: Date) {
  const part = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

/** The period of `count` days that ends today. */
export function lastDays(count: number, today = new Date()): [string, string] {
  const first = new Date(today.getFullYear(), today.getMonth(), today.getDate() - count + 1);
  return [dayOf(first), dayOf(today)];
}
