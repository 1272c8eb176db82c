/** The server's fixed list (`message_template.rs`), in its order. */
export const PLACEHOLDERS = [
  'entityName',
  'customerName',
  'partyName',
  'bankerName',
  'userName',
  'txnRefNo',
  'branchName',
  'dueDate',
  'expiryDate',
  'documentList',
  'documentTitle',
  'status',
  'remarks',
  'reason',
  'link',
  'otp',
  'expiresIn',
  'supportMail',
  'requestPurpose',
  'days',
  'fromWhom',
  'whose',
  'dueText',
  'progress',
  'inDays',
] as const;

export type Placeholder = (typeof PLACEHOLDERS)[number];

type Piece = { kind: 'text'; text: string } | { kind: 'known' | 'unknown'; text: string; name: string };

const isKnown = (name: string): name is Placeholder => (PLACEHOLDERS as readonly string[]).includes(name);

export const written = (name: Placeholder) => `{{ ${name} }}`;

/** Splits the text at its placeholders; an unclosed one is unknown to the end, as on the server. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let rest = text;
  for (let at = rest.indexOf('{{'); at >= 0; at = rest.indexOf('{{')) {
    if (at > 0) found.push({ kind: 'text', text: rest.slice(0, at) });
    const end = rest.indexOf('}}', at + 2);
    const name = rest.slice(at + 2, end < 0 ? undefined : end).trim();
    const whole = rest.slice(at, end < 0 ? undefined : end + 2);
    found.push({ kind: end >= 0 && isKnown(name) ? 'known' : 'unknown', text: whole, name });
    rest = end < 0 ? '' : rest.slice(end + 2);
  }
  if (rest) found.push({ kind: 'text', text: rest });
  return found;
}

export function unknownNames(text: string): string[] {
  const names = pieces(text).flatMap((piece) => (piece.kind === 'unknown' ? [piece.name.slice(0, 30)] : []));
  return [...new Set(names)];
}

/** The text as a recipient would read it; unknown placeholders stay as they are. */
export function filled(text: string, sample: (name: Placeholder) => string): string {
  return pieces(text)
    .map((piece) => (piece.kind === 'known' && isKnown(piece.name) ? sample(piece.name) : piece.text))
    .join('');
}

interface Insertion {
  text: string;
  caret: number;
}

/** Inserts a placeholder at the caret, replacing the selection. */
export function inserted(text: string, name: Placeholder, start: number, end: number): Insertion {
  const token = written(name);
  return { text: text.slice(0, start) + token + text.slice(end), caret: start + token.length };
}

/** The GSM 03.38 alphabet; any other character makes the whole message Unicode. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** These take two units. */
const EXTENDED = new Set('^{}\\[~]|€\f');

interface SmsLength {
  encoding: 'gsm7' | 'unicode';
  /** Units used, in septets or UTF-16 units. */
  used: number;
  segments: number;
  /** Units left in the last segment. */
  left: number;
}

const LIMITS = { gsm7: { single: 160, joined: 153 }, unicode: { single: 70, joined: 67 } } as const;

export function smsLength(text: string): SmsLength {
  const letters = [...text];
  const isGsm = letters.every((letter) => BASIC.has(letter) || EXTENDED.has(letter));
  const encoding = isGsm ? 'gsm7' : 'unicode';
  const places = letters.map((letter) => (isGsm ? (EXTENDED.has(letter) ? 2 : 1) : letter.length));
  const used = places.reduce((sum, place) => sum + place, 0);
  const { single, joined } = LIMITS[encoding];
  if (used <= single) return { encoding, used, segments: used === 0 ? 0 : 1, left: single - used };
  return { encoding, used, ...joinedSegments(places, joined) };
}

/** A two-unit character is never split, so a segment may end one unit early. */
function joinedSegments(places: number[], limit: number): { segments: number; left: number } {
  let segments = 1;
  let taken = 0;
  for (const place of places) {
    if (taken + place > limit) {
      segments += 1;
      taken = 0;
    }
    taken += place;
  }
  return { segments, left: limit - taken };
}
