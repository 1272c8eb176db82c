/** The password rules of the spec, each with its message, in the order in which the server tells them. */
export const SHORTEST = 7;
export const LONGEST = 19;

export interface PasswordRule {
  key: 'short' | 'long' | 'letter' | 'digit' | 'special';
  message: string;
  holds: (password: string) => boolean;
}

const lettersOf = (password: string) => [...password];

export const PASSWORD_RULES: PasswordRule[] = [
  { key: 'short', message: 'message.passwordShort', holds: (p) => lettersOf(p).length >= SHORTEST },
  { key: 'long', message: 'message.passwordLong', holds: (p) => lettersOf(p).length <= LONGEST },
  { key: 'letter', message: 'message.passwordNoLetter', holds: (p) => /\p{Alphabetic}/u.test(p) },
  { key: 'digit', message: 'message.passwordWeak', holds: (p) => /[0-9]/.test(p) },
  { key: 'special', message: 'message.passwordWeak', holds: (p) => /[^\p{Alphabetic}\p{N}\s]/u.test(p) },
];

/** The wording key of the first rule that is broken. */
export function passwordFault(password: string): string | null {
  if (!password) return 'message.passwordRequired';
  return PASSWORD_RULES.find((rule) => !rule.holds(password))?.message ?? null;
}

export type Strength = 'empty' | 'weak' | 'fair' | 'good' | 'strong';

/** Beyond the rules: length and variety. A password that breaks a rule is weak, however long. */
export function strengthOf(password: string): Strength {
  if (!password) return 'empty';
  if (passwordFault(password)) return 'weak';
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /[0-9]/, /[^\p{Alphabetic}\p{N}\s]/u].filter((kind) =>
    kind.test(password),
  );
  const points = new Set(lettersOf(password)).size + (kinds.length - 2) * 2;
  if (points >= 15) return 'strong';
  return points >= 11 ? 'good' : 'fair';
}
