/** As the server's own export has it: a cell that a spreadsheet would run gets an apostrophe in front. */
function disarmed(text: string) {
  const isFormula = /^[=@\t\r]/.test(text) || (/^[+-]/.test(text) && !/^.[\d. ()]*$/.test(text));
  return isFormula ? `'${text}` : text;
}

function cell(text: string) {
  const safe = disarmed(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** With a mark in front that tells spreadsheets the letters are UTF-8, or Tamil would be garbled. */
export const csvOf = (rows: string[][]) =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
