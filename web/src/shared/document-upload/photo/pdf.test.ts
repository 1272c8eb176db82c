import { expect, test } from 'vitest';
import { pdfOf } from './pdf';

const page = (width: number, height: number) => ({
  bytes: Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0x0a, 0x25, 0xff, 0xd9]),
  width,
  height,
});

async function textOf(blob: Blob) {
  // As bytes, so that a place in the text is a place in the file.
  return new TextDecoder('latin1').decode(await blob.arrayBuffer());
}

test('a PDF has its photos as pages in their order, each as large as the photo', async () => {
  const text = await textOf(pdfOf([page(1000, 1500), page(1600, 1200)]));
  expect(text.startsWith('%PDF-1.4')).toBe(true);
  expect(text).toContain('/Count 2 /Kids [3 0 R 6 0 R]');
  expect(text).toContain('/MediaBox [0 0 561 842]');
  expect(text).toContain('/MediaBox [0 0 842 632]');
  expect(text.indexOf('/Width 1000')).toBeLessThan(text.indexOf('/Width 1600'));
});

test('every object is where the table says', async () => {
  const text = await textOf(pdfOf([page(10, 20), page(20, 10), page(5, 5)]));
  const table = Number(/startxref\n(\d+)\n%%EOF/.exec(text)?.[1]);
  expect(text.slice(table, table + 4)).toBe('xref');
  const rows = [...text.slice(table).matchAll(/(\d{10}) 00000 n /g)].map(([, at]) => Number(at));
  expect(rows).toHaveLength(2 + 3 * 3);
  for (const [place, at] of rows.entries()) expect(text.slice(at).startsWith(`${place + 1} 0 obj\n`)).toBe(true);
  expect(text).toContain(`/Size ${rows.length + 1} /Root 1 0 R`);
});
