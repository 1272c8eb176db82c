import { passwordFault } from '../../model/check';

/** The spec's password rules one by one, for a list ticked off while typing. */
export const PASSWORD_RULES: { key: string; holds: (password: string) => boolean }[] = [
  { key: 'length', holds: (password) => [...password].length >= 7 && [...password].length < 20 },
  { key: 'letter', holds: (password) => /\p{Alphabetic}/u.test(password) },
  { key: 'number', holds: (password) => /[0-9]/.test(password) },
  { key: 'special', holds: (password) => /[^\p{Alphabetic}\p{N}\s]/u.test(password) },
];

export const STRENGTHS = ['weak', 'fair', 'good', 'strong'] as const;
export type Strength = (typeof STRENGTHS)[number];

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /[0-9]/, /[^\p{Alphabetic}\p{N}\s]/u];

/** Strength beyond the rules: how many different characters of how many kinds. A broken rule always means weak. */
export function strengthOf(password: string): Strength {
  if (passwordFault(password)) return 'weak';
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const points = new Set(password).size + (kinds - 2) * 2;
  if (points >= 16) return 'strong';
  return points >= 12 ? 'good' : 'fair';
}
