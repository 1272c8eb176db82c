import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { violationsOf } from '../lib/axe.js';
import { indexOf } from './index-page.js';
import { quiet } from './quiet.js';

const place = fileURLToPath(new URL('../../screenshots/', import.meta.url));

const overflow = ({ page }) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The screenshots and all failures: reported at the end, so that one failure does not hide the others. */
export async function openAlbum({ isNew, withAxe }) {
  if (isNew) await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  let count = 0;
  const faults = [];

  const fail = (where, what) => {
    faults.push(`${where}: ${what}`);
    console.error(faults.at(-1));
  };
  const inspect = async (visit, where) => {
    const over = await overflow(visit);
    if (over > 0) fail(where, `wider than its window by ${over}`);
    if (!withAxe) return;
    for (const { id, where: nodes } of await violationsOf(visit)) fail(where, `${id} ${nodes.join(' | ')}`);
  };
  const take = async (visit, folder, name) => {
    await quiet(visit);
    const file = `${folder}/${name}.png`;
    await visit.page.screenshot({ path: place + file, animations: 'disabled' });
    count += 1;
    await inspect(visit, file);
  };
  const close = async () => {
    const all = (await readdir(place, { recursive: true })).filter((file) => file.endsWith('.png'));
    await writeFile(`${place}index.html`, indexOf(all.sort()));
    console.log(`${count} pictures: screenshots/index.html`);
    if (faults.length === 0) return;
    console.log(`${faults.length} faults:\n${faults.join('\n')}`);
    process.exitCode = 1;
  };
  return { take, fail, close };
}
