const looksLikeNumber = /^\+?[\d\s().-]+$/;

/** A number may be typed with spaces and dashes; the server knows it without them. */
export function plainId(typed: string) {
  const text = typed.trim();
  return looksLikeNumber.test(text) ? text.replace(/[^\d+]/g, '') : text;
}
