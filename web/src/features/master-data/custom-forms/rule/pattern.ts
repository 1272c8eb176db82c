/** Groups that look around, and references back: the server's engine has neither. */
const UNSUPPORTED = /\(\?(?:[=!]|<[=!])|\\[1-9]|\\k</;

/** A repeated group with a repetition or a choice inside may try for ever. */
const NESTED = /\((?:[^()\\]|\\.)*(?:[*+]|\{\d+,\d*\}|\|)(?:[^()\\]|\\.)*\)(?:[*+]|\{\d+,\d*\})/;

/** The expression, or why it is not tried. */
export function guardedPattern(source: string): RegExp | 'badPattern' | 'riskyPattern' {
  if (!source || UNSUPPORTED.test(source)) return 'badPattern';
  const plain = source.replace(/\[(?:[^\]\\]|\\.)*\]/g, 'x');
  if (NESTED.test(plain)) return 'riskyPattern';
  return compiled(source) ?? 'badPattern';
}

/** `(?i)` in front is how the server's engine is told to take no notice of capitals. */
function compiled(source: string): RegExp | null {
  const isCaseless = source.startsWith('(?i)');
  const body = isCaseless ? source.slice(4) : source;
  const flags = isCaseless ? 'gi' : 'g';
  for (const all of [`${flags}u`, flags]) {
    try {
      return new RegExp(body, all);
    } catch {
      // The unicode flavour refuses a few harmless escapes: tried again without.
    }
  }
  return null;
}
