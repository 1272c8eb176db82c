/** British English has one short month of four letters; beside the others it reads as a slip. */
export const shortMonth = (text: string) => text.replace(/\bSept\b/, 'Sep');
