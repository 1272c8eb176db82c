/** The list with the item at `from` now at `to`; places outside of the list change nothing. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  const rest = items.filter((_, index) => index !== from);
  if (item === undefined || to < 0 || to >= items.length || from === to) return [...items];
  return [...rest.slice(0, to), item, ...rest.slice(to)];
}
