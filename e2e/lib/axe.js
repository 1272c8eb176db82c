import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

/** Turns off transitions: even the shortest one begins with the old colours. */
function stopTransitions() {
  if (window.noTransitions) return;
  window.noTransitions = new CSSStyleSheet();
  window.noTransitions.replaceSync('*, *::before, *::after { transition-property: none !important; }');
  document.adoptedStyleSheets.push(window.noTransitions);
}

/** All WCAG A and AA violations on the page. */
export async function violationsOf({ page }) {
  await page.evaluate(stopTransitions);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (values) => {
    const options = { runOnly: { type: 'tag', values }, resultTypes: ['violations'] };
    const found = await window.axe.run(document, options);
    return found.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.slice(0, 4).map((node) => `${node.target.join(' ')} — ${node.any[0]?.message ?? ''}`),
    }));
  }, tags);
}

/** Fails on any violation. */
export async function assertAccessible(visit, where) {
  assert.deepEqual(await violationsOf(visit), [], where);
}
