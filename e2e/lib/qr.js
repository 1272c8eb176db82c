/** Reads a QR code from the SVG that the server draws. It has no noise, so no error correction is needed. */

/** The data of a code at level M, versions 1 to 15: how many blocks, and of how many bytes. */
const blocksOf = [
  '1*16',
  '1*28',
  '1*44',
  '2*32',
  '2*43',
  '4*27',
  '4*31',
  '2*38 2*39',
  '3*36 2*37',
  '4*43 1*44',
  '1*50 4*51',
  '6*36 2*37',
  '8*37 1*38',
  '4*40 5*41',
  '5*41 5*42',
];
const masks = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

/** The dark modules, as a question to a column and a row. */
function modulesOf(source) {
  const svg = Buffer.from(source.split(',')[1], 'base64').toString();
  const boxes = [...svg.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)/g)].map((found) => found.slice(1).map(Number));
  const unit = Math.min(...boxes.map(([, , , high]) => high));
  const [left, top] = [0, 1].map((axis) => Math.min(...boxes.map((box) => box[axis])));
  const dark = new Set();
  for (const [x, y, wide, high] of boxes) {
    for (let right = 0; right < wide; right += unit) {
      for (let down = 0; down < high; down += unit) dark.add(`${(x - left + right) / unit},${(y - top + down) / unit}`);
    }
  }
  const size = (Math.max(...boxes.map(([x, , wide]) => x + wide)) - left) / unit;
  return { size, isDark: (x, y) => (dark.has(`${x},${y}`) ? 1 : 0) };
}

/** Modules that carry no data: finders, timing, alignment, format and version. */
function fixedIn(size, version) {
  const count = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const centers = Array.from({ length: count }, (_, at) => (at === 0 ? 6 : size - 7 - (count - 1 - at) * step));
  const isAligned = (x, y) =>
    centers.some((column, at) =>
      centers.some((row, below) => {
        const isFinder = (at === 0 && (below === 0 || below === count - 1)) || (at === count - 1 && below === 0);
        return !isFinder && Math.abs(x - column) <= 2 && Math.abs(y - row) <= 2;
      }),
    );
  const isVersion = (one, other) => version >= 7 && one >= size - 11 && one < size - 8 && other < 6;
  return (x, y) =>
    (x < 9 && y < 9) ||
    (x >= size - 8 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    x === 6 ||
    y === 6 ||
    isVersion(x, y) ||
    isVersion(y, x) ||
    isAligned(x, y);
}

function bytesOf({ size, isDark }, version) {
  const format = [0, 1, 2, 3, 4, 5].reduce((bits, at) => bits | (isDark(14 - (9 + at), 8) << (9 + at)), 0);
  const mask = masks[((format ^ 0x5412) >> 10) & 7];
  const isFixed = fixedIn(size, version);
  const bits = [];
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = (right + 1) & 2 ? step : size - 1 - step;
      for (const x of [right, right - 1]) {
        if (!isFixed(x, y)) bits.push(isDark(x, y) ^ (mask(x, y) === 0 ? 1 : 0));
      }
    }
  }
  const lengths = blocksOf[version - 1].split(' ').flatMap((part) => {
    const [count, length] = part.split('*').map(Number);
    return Array(count).fill(length);
  });
  const blocks = lengths.map(() => []);
  for (let place = 0; place < Math.max(...lengths); place += 1) {
    for (const [block, length] of lengths.entries()) {
      if (place < length) blocks[block].push(...bits.splice(0, 8));
    }
  }
  return blocks.flat();
}

/** The text of a code. */
export function readQr(source) {
  const modules = modulesOf(source);
  const version = (modules.size - 17) / 4;
  const bits = bytesOf(modules, version);
  const take = (count) => bits.splice(0, count).reduce((value, bit) => value * 2 + bit, 0);
  const isLong = version >= 10;
  const bytes = [];
  const write = (text) => bytes.push(...Buffer.from(text));
  const readers = {
    1: () => {
      let left = take(isLong ? 12 : 10);
      for (; left > 0; left -= 3) {
        const digits = Math.min(3, left);
        write(String(take(digits * 3 + 1)).padStart(digits, '0'));
      }
    },
    2: () => {
      let left = take(isLong ? 11 : 9);
      for (; left > 1; left -= 2) {
        const pair = take(11);
        write(letters[Math.floor(pair / 45)] + letters[pair % 45]);
      }
      if (left === 1) write(letters[take(6)]);
    },
    4: () => {
      for (let left = take(isLong ? 16 : 8); left > 0; left -= 1) bytes.push(take(8));
    },
  };
  for (let mode = take(4); readers[mode]; mode = take(4)) readers[mode]();
  return Buffer.from(bytes).toString();
}
