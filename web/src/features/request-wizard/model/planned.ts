import { daysBetween } from '@/lib/days';

/** Days in equal steps, from `first`, and the days after them. */
export interface Steps {
  first: string;
  /** Days from one to the next. */
  step: number;
  rest: string[];
}

/** Fewer are shorter as a list. */
const fewest = 3;

/** The days of reminders in order, as steps where at least three begin with equal ones. */
export function stepsIn(days: string[]): Steps | null {
  const [first, second] = days;
  if (first === undefined || second === undefined) return null;
  const step = daysBetween(first, second);
  let until = 1;
  while (until < days.length && daysBetween(days[until - 1] as string, days[until] as string) === step) until += 1;
  return until < fewest ? null : { first, step, rest: days.slice(until) };
}
