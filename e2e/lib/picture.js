import { crc32, deflateSync } from 'node:zlib';

const gradient = (pixels, width, share) => {
  for (let x = 0; x < width; x++) pixels.set([(x * 255) / width, share * 255, 140], x * 3);
};

/** Dark strokes on light paper: as sharp as text in a good photo. `ink` makes pages that differ. */
export const written =
  (ink = 40) =>
  (pixels, width, share) => {
    const line = Math.floor(share * 24);
    const isLine = (share * 24) % 1 < 0.5;
    pixels.fill(205);
    for (let x = 20; isLine && x < width - 20; x++) if ((x * 7 + line * 3) % 11 < 4) pixels.fill(ink, x * 3, x * 3 + 3);
  };

/** A PNG, generated so that no binary file is kept: a gradient, unless `paint` fills the pixels of a line. */
export function picture(width, height, paint = gradient) {
  const lines = Array.from({ length: height }, (_, y) => {
    const line = Buffer.alloc(1 + width * 3);
    paint(line.subarray(1), width, y / height);
    return line;
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND'),
  ]);
}

function chunk(type, data = Buffer.alloc(0)) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
