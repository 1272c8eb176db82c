import { readdirSync, readFileSync } from 'node:fs';
import { rowsOfCsv } from './sheet.js';

/** The demo's labels in Tamil, by their English text. */
function readLabels(entity) {
  const folder = new URL(`../../crates/app/demo/${entity}/`, import.meta.url);
  const labels = new Map();
  for (const file of readdirSync(folder)) {
    const [head, ...lines] = rowsOfCsv(readFileSync(new URL(file, folder)));
    for (const [place, name] of head.entries()) {
      const english = head.indexOf(name.replace(/Ta$/, ''));
      if (!name.endsWith('Ta') || english < 0) continue;
      for (const line of lines) if (line[place]) labels.set(line[english], line[place]);
    }
  }
  return labels;
}

const labels = { NGB: readLabels('NGB'), KALVI: readLabels('KALVI') };

/** What a user of a language reads for a label of the demo's masters. */
export function labelIn(language, entity, english) {
  return language === 'ta' ? (labels[entity].get(english) ?? english) : english;
}
