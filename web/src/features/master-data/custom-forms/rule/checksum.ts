/** The checksums a character mask may name after `#`. */
export const CHECKSUMS = { verhoeff, mrz, luhn } as const;

export type ChecksumName = keyof typeof CHECKSUMS;

const digitsOf = (text: string) => [...text.replace(/\D/g, '')].map(Number);

/** Multiplication in the dihedral group of order ten: rotations are 0 to 4, reflections 5 to 9. */
function times(left: number, right: number): number {
  const turned = left < 5 ? (left + right) % 5 : (left - right + 10) % 5;
  const isReflection = left < 5 !== right < 5;
  return turned + (isReflection ? 5 : 0);
}

const PERMUTATION = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

function permuted(digit: number, times: number): number {
  let result = digit;
  for (let round = 0; round < times; round += 1) result = PERMUTATION[result] ?? 0;
  return result;
}

/** Verhoeff, as used by Aadhaar: the last digit is the check digit. */
export function verhoeff(text: string): boolean {
  const digits = digitsOf(text).reverse();
  const sum = digits.reduce((carried, digit, place) => times(carried, permuted(digit, place % 8)), 0);
  return digits.length > 1 && sum === 0;
}

/** Luhn, as used by payment cards and IMEI. */
export function luhn(text: string): boolean {
  const digits = digitsOf(text).reverse();
  const weigh = (digit: number, place: number) =>
    place % 2 ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit;
  return digits.length > 1 && digits.reduce((sum, digit, place) => sum + weigh(digit, place), 0) % 10 === 0;
}

const MRZ_WEIGHTS = [7, 3, 1];

/** Machine readable zone of a passport: the last character is the check digit of those before it. */
export function mrz(text: string): boolean {
  const letters = [...text.toUpperCase()].filter((letter) => /[A-Z0-9<]/.test(letter));
  const check = letters.pop();
  const sum = letters.reduce(
    (total, letter, place) => total + mrzValue(letter) * (MRZ_WEIGHTS[place % 3] ?? 0),
    0,
  );
  return letters.length > 0 && check === String(sum % 10);
}

const mrzValue = (letter: string) => (letter === '<' ? 0 : Number.parseInt(letter, 36));
