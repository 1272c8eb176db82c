/** British English abbreviates September to four letters; among the others that looks like a mistake. */
export const shortMonth = (text: string) => text.replace(/\bSept\b/, 'Sep');
