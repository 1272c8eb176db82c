/** A file's size as people say it. */
export function sizeText(bytes: number, number: (value: number) => string): string {
  if (bytes < 1024) return `${number(bytes)} B`;
  if (bytes < 1024 * 1024) return `${number(Math.round(bytes / 1024))} KB`;
  return `${number(Math.round((bytes / 1024 / 1024) * 10) / 10)} MB`;
}
