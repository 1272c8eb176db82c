import { crc32, inflateRawSync } from 'node:zlib';

/** As much of the format as a spreadsheet needs: writes uncompressed, reads compressed. */

const local = 0x04034b50;
const central = 0x02014b50;
const end = 0x06054b50;

function head(signature, size, fields) {
  const bytes = Buffer.alloc(size);
  bytes.writeUInt32LE(signature, 0);
  for (const [at, value, isLong] of fields) {
    if (isLong) bytes.writeUInt32LE(value, at);
    else bytes.writeUInt16LE(value, at);
  }
  return bytes;
}

/** Texts by their names in the archive. */
export function zip(files) {
  const parts = [];
  const index = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path);
    const data = Buffer.from(text);
    const about = (at) => [
      [at, crc32(data), true],
      [at + 4, data.length, true],
      [at + 8, data.length, true],
      [at + 12, name.length],
    ];
    parts.push(head(local, 30, [[4, 20], ...about(14)]), name, data);
    index.push(head(central, 46, [[4, 20], [6, 20], ...about(16), [42, offset, true]]), name);
    offset += 30 + name.length + data.length;
  }
  const list = Buffer.concat(index);
  const count = Object.keys(files).length;
  const last = head(end, 22, [
    [8, count],
    [10, count],
    [12, list.length, true],
    [16, offset, true],
  ]);
  return Buffer.concat([...parts, list, last]);
}

/** The texts of an archive by their names. */
export function unzip(bytes) {
  const files = {};
  const tail = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
  let at = bytes.readUInt32LE(tail + 16);
  for (let left = bytes.readUInt16LE(tail + 10); left > 0; left -= 1) {
    const [name, extra, note] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place));
    const begin = bytes.readUInt32LE(at + 42);
    const from = begin + 30 + bytes.readUInt16LE(begin + 26) + bytes.readUInt16LE(begin + 28);
    const data = bytes.subarray(from, from + bytes.readUInt32LE(at + 20));
    const isPacked = bytes.readUInt16LE(at + 10) === 8;
    const path = bytes.toString('utf8', at + 46, at + 46 + name);
    files[path] = (isPacked ? inflateRawSync(data) : data).toString('utf8');
    at += 46 + name + extra + note;
  }
  return files;
}
