/** WCAG 2 contrast of two colours written `#rgb` or `#rrggbb`. */
export const ENOUGH = 4.5;

export const isColour = (text: string) => /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);

export function longForm(colour: string): string {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(colour);
  const long = short
    ? `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')}`
    : colour;
  return long.toLowerCase();
}

const channels = (colour: string) =>
  [1, 3, 5].map((at) => Number.parseInt(longForm(colour).slice(at, at + 2), 16) / 255);

const linear = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

export function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((left, right) => left - right);
  return (lighter + 0.05) / (darker + 0.05);
}
