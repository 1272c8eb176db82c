/** Lookaround and backreferences: the server's engine supports neither. */
const UNSUPPORTED = /\(\?(?:[=!]|<[=!])|\\[1-9]|\\k</;

/** A repeated group with a repetition or alternative inside may backtrack forever. */
const NESTED = /\((?:[^()\\]|\\.)*(?:[*+]|\{\d+,\d*\}|\|)(?:[^()\\]|\\.)*\)(?:[*+]|\{\d+,\d*\})/;

/** The expression, or why it is rejected. */
export function guardedPattern(source: string): RegExp | 'badPattern' | 'riskyPattern' {
  if (!source || UNSUPPORTED.test(source)) return 'badPattern';
  const plain = source.replace(/\[(?:[^\]\\]|\\.)*\]/g, 'x');
  if (NESTED.test(plain)) return 'riskyPattern';
  return compiled(source) ?? 'badPattern';
}

/** A leading `(?i)` makes the server's engine ignore case. */
function compiled(source: string): RegExp | null {
  const isCaseless = source.startsWith('(?i)');
  const body = isCaseless ? source.slice(4) : source;
  const flags = isCaseless ? 'gi' : 'g';
  for (const all of [`${flags}u`, flags]) {
    try {
      return new RegExp(body, all);
    } catch {
      // Unicode mode refuses a few harmless escapes: retry without it.
    }
  }
  return null;
}
