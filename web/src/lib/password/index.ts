type PasswordFault = 'passwordShort' | 'passwordLong' | 'passwordWeak' | 'passwordNoLetter';

const length = (password: string) => [...password].length;
const letter = /\p{Alphabetic}/u;
const special = /[^\p{Alphabetic}\p{N}\s]/u;

/** The spec's rules, each with its error message. */
export const passwordRules: { message: PasswordFault; holds(password: string): boolean }[] = [
  { message: 'passwordShort', holds: (password) => length(password) >= 7 },
  { message: 'passwordLong', holds: (password) => length(password) > 0 && length(password) < 20 },
  { message: 'passwordNoLetter', holds: (password) => letter.test(password) },
  {
    message: 'passwordWeak',
    holds: (password) =>
      letter.test(password) && /[0-9]/.test(password) && special.test(password) && !/\p{Cc}/u.test(password),
  },
];

/** The first broken rule, in the order the server checks them. */
export const passwordFault = (password: string): PasswordFault | null =>
  passwordRules.find(({ holds }) => !holds(password))?.message ?? null;
