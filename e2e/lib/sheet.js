import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** Tables as files, generated and parsed here, so that no binary file is kept. */

const quoted = (cell) => `"${cell.replaceAll('"', '""')}"`;

export const csvOf = (rows) => Buffer.from(`${rows.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`);

const mapped = (files, change) =>
  Object.fromEntries(Object.entries(files).map(([path, value]) => [path, change(value)]));

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const links = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const link = (type, target) =>
  `<Relationships xmlns="${links}"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`;

/** A minimal workbook: one sheet of texts. */
export function xlsxOf(rows) {
  const cell = (text) => `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
  const lines = rows.map((row, at) => `<row r="${at + 1}">${row.map(cell).join('')}</row>`);
  const files = {
    '[Content_Types].xml': `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/></Types>`,
    '_rels/.rels': link('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Requests" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': link('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
  };
  return Buffer.from(zipSync(mapped(files, strToU8)));
}

const plain = (xml) =>
  xml
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** The texts of a workbook's first sheet, row by row. */
export function rowsOfXlsx(bytes) {
  const files = mapped(unzipSync(bytes), strFromU8);
  const shared = (files['xl/sharedStrings.xml']?.match(/<si>.*?<\/si>/gs) ?? []).map(plain);
  const sheet = files['xl/worksheets/sheet1.xml'];
  return (sheet.match(/<row [^>]*>.*?<\/row>/gs) ?? []).map((row) =>
    (row.match(/<c [^>]*?(?:\/>|>.*?<\/c>)/gs) ?? []).map((cell) =>
      / t="s"/.test(cell) ? shared[Number(plain(cell))] : plain(cell),
    ),
  );
}

/** The cells of one line; the last one has no trailing comma. */
function cellsOf(line) {
  const cells = [];
  for (const [, cell, comma] of line.matchAll(/("(?:[^"]|"")*"|[^,]*)(,|$)/g)) {
    cells.push(cell.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"'));
    if (comma === '') break;
  }
  return cells;
}

/** The cells of a CSV, row by row. */
export const rowsOfCsv = (bytes) =>
  bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split(/\r?\n/)
    .map(cellsOf);
