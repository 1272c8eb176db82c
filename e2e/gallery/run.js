import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { launch } from '../lib/browser.js';
import { arrive, enter, windows } from '../lib/house.js';
import { goInside } from '../lib/master.js';
import { startServer } from '../lib/server.js';
import { indexOf } from './index-page.js';
import { pages, plain, quiet, statesOf } from './shots.js';

// Photographs every screen and many states of it: both entities, both languages, desk and phone. Names choose some:
// node gallery/run.js NGB ta phone SD-ADM-009

const album = fileURLToPath(new URL('../../screenshots/', import.meta.url));
const wishes = process.argv.slice(2);
const of = (all) => all.filter((each) => wishes.includes(each));
const chosen = (all) => (of(all).length > 0 ? of(all) : all);
const known = ['NGB', 'KALVI', 'en', 'ta', 'desktop', 'phone'];
const names = wishes.filter((wish) => !known.includes(wish));
const isWished = ({ name }) => names.length === 0 || names.includes(name);

const open = [
  { name: 'login', path: '/auth' },
  { name: 'forgot-password', path: '/auth/forgot' },
  { name: 'provider-login', path: '/provider/login' },
  { name: 'page-not-found', path: '/nowhere' },
];

async function photograph(visit, folder, name) {
  const file = `${folder}/${name}.png`;
  await visit.page.screenshot({ path: album + file, animations: 'disabled' });
  return file;
}

/** A state that cannot be reached is told and left out; the gallery goes on. */
async function shoot(visit, folder, { name, path, act }) {
  try {
    await goInside(visit, path);
    await act(visit);
    return await photograph(visit, folder, name);
  } catch (error) {
    console.error(`${folder}/${name}: ${error.message.split('\n')[0]}`);
    return null;
  } finally {
    await visit.page.keyboard.press('Escape').catch(() => undefined);
  }
}

async function walk(house, entity, language, device) {
  const folder = `${entity}-${language}-${device}`;
  const taken = [];
  const opened = [];
  await windows.run(opened, async () => {
    let visit = await enter(house, { entity, language, device });
    for (const each of [...pages, ...plain].filter(isWished)) taken.push(await shoot(visit, folder, each));
    // A window for each state: what one leaves open must not stand in the next one's picture.
    for (const each of statesOf(entity, device).filter(isWished)) {
      visit = await enter(house, { entity, language, device });
      await quiet(visit);
      taken.push(await shoot(visit, folder, each));
      await visit.page.close();
    }
  });
  for (const { page } of opened) await page.close();
  return taken;
}

async function walkOpen(house, language, device) {
  const taken = [];
  const opened = [];
  await windows.run(opened, async () => {
    for (const { name, path } of open.filter(isWished)) {
      const visit = await arrive(house, { device, path });
      await visit.page.evaluate((to) => sessionStorage.setItem('NLS', to), language);
      await visit.page.reload();
      await visit.page.locator('h1').waitFor();
      await quiet(visit);
      taken.push(await photograph(visit, `open-${language}-${device}`, name));
    }
  });
  for (const { page } of opened) await page.close();
  return taken;
}

if (wishes.length === 0) await rm(album, { recursive: true, force: true });
await mkdir(album, { recursive: true });
const [server, browser] = await Promise.all([startServer(), launch()]);
const house = { server, browser, origin: server.origin, logins: new Map(), profiles: {} };
try {
  const taken = [];
  for (const language of chosen(['en', 'ta'])) {
    for (const device of chosen(['desktop', 'phone'])) {
      taken.push(...(await walkOpen(house, language, device)));
      for (const entity of chosen(['NGB', 'KALVI']))
        taken.push(...(await walk(house, entity, language, device)));
    }
  }
  const files = taken.filter(Boolean);
  await writeFile(`${album}index.html`, indexOf(files));
  console.log(`${files.length} pictures: screenshots/index.html`);
  if (files.length < taken.length) process.exitCode = 1;
} finally {
  await browser.close();
  await server.stop();
}
