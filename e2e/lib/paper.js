/** A page of text as a PDF, generated so that no binary file is kept; screenshots should show a realistic document. */
export function paper(title, lines, pages = 1) {
  const text = (page) =>
    [
      'BT /F1 20 Tf 72 740 Td 28 TL',
      `(${plain(title)}) Tj T* /F1 11 Tf 18 TL`,
      ...lines.map((line) => `(${plain(line)}) Tj T*`),
      `T* (Page ${page} of ${pages}) Tj ET`,
      '0.75 G 72 766 468 0.6 re S 72 60 468 0.6 re S',
    ].join('\n');
  const numbers = Array.from({ length: pages }, (_, at) => at);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${numbers.map((at) => `${4 + at * 2} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...numbers.flatMap((at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
      `<< /Length ${text(at + 1).length} >>\nstream\n${text(at + 1)}\nendstream`,
    ]),
  ];
  return Buffer.from(assembled(objects), 'latin1');
}

const plain = (text) => text.replace(/[^\x20-\x7e]/g, '?').replace(/[()\\]/g, '\\$&');

function assembled(objects) {
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const start = file.length;
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  return `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
}
