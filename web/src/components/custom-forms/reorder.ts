/** Moves the item at `from` to `to`; positions outside the list change nothing. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  const rest = items.filter((_, index) => index !== from);
  if (item === undefined || to < 0 || to >= items.length || from === to) return [...items];
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}
