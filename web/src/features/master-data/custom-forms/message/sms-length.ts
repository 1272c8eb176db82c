/** The GSM 03.38 alphabet; any other character makes the whole message Unicode. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** These take two units. */
const EXTENDED = new Set('^{}\\[~]|€\f');

export interface SmsLength {
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
