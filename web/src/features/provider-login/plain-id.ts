const looksLikeNumber = /^\+?[\d\s().-]+$/;

/** Numbers may be typed with spaces and dashes; the server expects none. */
export function plainId(typed: string) {
  const text = typed.trim();
  return looksLikeNumber.test(text) ? text.replace(/[^\d+]/g, '') : text;
}
