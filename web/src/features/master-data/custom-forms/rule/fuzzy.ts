export interface FuzzyFind {
  start: number;
  end: number;
  distance: number;
}

/** How many misread letters are tolerated: none in short words, three at most. */
export function forgiven(keyword: string): number {
  if (keyword.length < 4) return 0;
  return Math.min(3, Math.max(1, Math.floor(keyword.length / 6)));
}

/**
 * The position in the text nearest to the keyword, counting changed, added and lost letters.
 * The match may begin anywhere (the first row is free), so one pass over the text is enough.
 */
export function nearest(text: string, keyword: string): FuzzyFind | null {
  const height = keyword.length;
  let costs = Array.from({ length: height + 1 }, (_, row) => row);
  let starts = new Array<number>(height + 1).fill(0);
  let best: FuzzyFind | null = null;
  for (let column = 1; column <= text.length; column += 1) {
    const nextCosts = [0];
    const nextStarts = [column];
    for (let row = 1; row <= height; row += 1) {
      const swap = (costs[row - 1] ?? 0) + (keyword[row - 1] === text[column - 1] ? 0 : 1);
      const added = (costs[row] ?? 0) + 1;
      const lost = (nextCosts[row - 1] ?? 0) + 1;
      const cost = Math.min(swap, added, lost);
      nextCosts.push(cost);
      nextStarts.push(
        (cost === swap ? starts[row - 1] : cost === added ? starts[row] : nextStarts[row - 1]) ?? 0,
      );
    }
    [costs, starts] = [nextCosts, nextStarts];
    const distance = costs[height] ?? height;
    if (!best || distance < best.distance) best = { start: starts[height] ?? 0, end: column, distance };
  }
  return best && best.distance <= forgiven(keyword) ? best : null;
}
