import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';

const wordsIn = (text: string) =>
  text
    .toLocaleLowerCase()
    .split(/[\s()/-]+/)
    .filter(Boolean);

/** True when each typed word begins a word of the label, in the same order. */
function beginsWords(label: string[], typed: string[]) {
  let at = 0;
  return typed.every((word) => {
    while (at < label.length && !label[at]?.startsWith(word)) at += 1;
    at += 1;
    return at <= label.length;
  });
}

/** How well an action meets what was typed: 0 is best, undefined does not meet it. */
export function rankOf({ label = '', description = '', keywords = '' }: SpotlightActionData, typed: string) {
  const wanted = typed.trim().toLocaleLowerCase();
  const text = label.toLocaleLowerCase();
  if (text.startsWith(wanted)) return 0;
  if (beginsWords(wordsIn(label), wordsIn(wanted))) return 1;
  if (text.includes(wanted)) return 2;
  const others = [description, ...[keywords].flat()].map((other) => other.toLocaleLowerCase());
  return others.some((other) => other.includes(wanted)) ? 3 : undefined;
}

/** The actions that meet what was typed, the best ones first; a group stands where its best action does. */
export function ranked(
  typed: string,
  actions: (SpotlightActionData | SpotlightActionGroupData)[],
): SpotlightActionGroupData[] {
  const groups = actions.flatMap((one) => ('actions' in one ? [one] : []));
  return groups
    .map(({ group, actions }) => {
      const met = actions.flatMap((action) => {
        const rank = rankOf(action, typed);
        return rank === undefined ? [] : [{ action, rank }];
      });
      met.sort((one, other) => one.rank - other.rank);
      return { group, best: met[0]?.rank ?? 9, actions: met.map(({ action }) => action) };
    })
    .filter((one) => one.actions.length > 0)
    .sort((one, other) => one.best - other.best)
    .map(({ group, actions }) => ({ group, actions }));
}
