/** A JPEG picture, in three colours. */
export interface JpegPage {
  bytes: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/** The longer side of A4 in points. */
const longest = 842;

/** A PDF with one picture on each page, which is as large as the picture. */
export function pdfOf(pages: JpegPage[]): Blob {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (...some: (string | Uint8Array<ArrayBuffer>)[]) => {
    for (const part of some) {
      parts.push(part);
      length += part.length;
    }
  };
  /** Objects are numbered in the order in which they are written. */
  const object = (...some: (string | Uint8Array<ArrayBuffer>)[]) => {
    offsets.push(length);
    write(`${offsets.length} 0 obj\n`, ...some, '\nendobj\n');
  };
  // Page, content and picture of each page follow the catalog and the list of pages.
  const first = (page: number) => 3 + page * 3;
  write('%PDF-1.4\n');
  object('<< /Type /Catalog /Pages 2 0 R >>');
  object(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, page) => `${first(page)} 0 R`).join(' ')}] >>`);
  for (const [page, { bytes, width, height }] of pages.entries()) {
    const scale = longest / Math.max(width, height);
    const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
    const content = `q ${wide} 0 0 ${high} 0 0 cm /Photo Do Q`;
    const at = first(page);
    const resources = `<< /XObject << /Photo ${at + 2} 0 R >> >>`;
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Resources ${resources} /Contents ${at + 1} 0 R >>`,
    );
    object(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    const kind = '/Type /XObject /Subtype /Image /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode';
    object(`<< ${kind} /Width ${width} /Height ${height} /Length ${bytes.length} >>\nstream\n`, bytes, '\nendstream');
  }
  const table = length;
  const size = offsets.length + 1;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  write(`xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`);
  write(`trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  return new Blob(parts, { type: 'application/pdf' });
}
