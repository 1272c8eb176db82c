const BAR = '|';

/** The rows of a stored text; at least one, to type into. */
export const split = (text: string) => text.split(BAR).map((keyword) => keyword.trim());

/** The text to store; empty rows are not kept. */
export const joined = (rows: string[]) =>
  rows
    .map((keyword) => keyword.trim())
    .filter(Boolean)
    .join(BAR);
