type Rgb = [number, number, number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
const ink: Rgb = [23, 26, 33];
const readable = 4.5;

function parse(hex: string): Rgb {
  const digits = hex.slice(1);
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as Rgb;
}

const toHex = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** WCAG 2 relative luminance. */
function luminance(rgb: Rgb) {
  const [red, green, blue] = rgb.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ratio(one: Rgb, other: Rgb) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const mix = (from: Rgb, to: Rgb, share: number) =>
  from.map((part, at) => part + ((to[at] ?? 0) - part) * share) as Rgb;

export const contrast = (one: string, other: string) => ratio(parse(one), parse(other));

/** Text on the brand colour: white where readable, otherwise ink. */
export const textOn = (brand: string) => toHex(ratio(parse(brand), white) >= readable ? white : ink);

/** The brand as text on a light background: the seed itself, or the lightest darker tone that is readable. */
export function brandAsText(brand: string) {
  // The tinted background is slightly darker than white, so measure against it.
  const ground = mix(white, parse(brand), 0.12);
  for (let share = 0; share <= 1; share += 0.04) {
    const tone = mix(parse(brand), black, share);
    if (ratio(tone, ground) >= readable) return toHex(tone);
  }
  return toHex(ink);
}
