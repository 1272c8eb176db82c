import { entities } from '../lib/api.js';
import { launch, setting } from '../lib/browser.js';
import { watchFaults } from '../lib/faults.js';
import { goInside } from '../lib/master.js';
import { loginOf, storageOf } from '../lib/product.js';
import { startServer } from '../lib/server.js';
import { wordsOf } from '../lib/words.js';
import { openAlbum } from './album.js';
import { listTours } from './lists.js';
import { masterTours } from './masters.js';
import { openTours } from './open.js';
import { prepare } from './people.js';
import { portalTours } from './portal.js';
import { requestTours } from './request-page.js';
import { wizardTours } from './wizard.js';

// Takes screenshots of every screen and many states: both entities, both languages, desktop and phone, light and, in
// English only unless a language is named, dark. Arguments select some, by the beginning of the picture's name; --axe
// also checks for WCAG violations:
// node gallery/run.js NGB ta phone dark SD-ADM-009 wizard --axe

const words = process.argv.slice(2).filter((word) => word !== '--axe');
const of = (all) => all.filter((each) => words.includes(each));
const chosen = (all) => (of(all).length > 0 ? of(all) : all);
const known = ['NGB', 'KALVI', 'en', 'ta', 'desktop', 'phone', 'light', 'dark'];
const names = words.filter((word) => !known.includes(word));
const isSelected = ({ name }) => names.length === 0 || names.some((word) => name.startsWith(word));

/** On a machine short of memory the browser may be killed; start another one. */
async function browserOf(product) {
  const isGone = (browser) => !browser.isConnected();
  if (isGone(await product.browser.current)) product.browser.current = launch();
  return product.browser.current;
}

/** Windows of one user on one device, each already logged in. */
async function contextOf(product, { language, device, scheme }, login) {
  const browser = await browserOf(product);
  const context = await browser.newContext({ ...setting(device), colorScheme: scheme, baseURL: product.origin });
  const values = login ? storageOf(login, language) : { NLS: language };
  await context.addInitScript((all) => {
    if (!location.protocol.startsWith('http') || sessionStorage.getItem('NLS')) return;
    for (const [key, value] of Object.entries(all)) sessionStorage.setItem(key, value);
  }, values);
  return context;
}

async function openWindow(product, walk, context) {
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const { language, entity } = walk;
  const t = wordsOf(language, entities[entity]?.entityType);
  return { product, context, page, faults: watchFaults(page), ...walk, t };
}

/** One state, or a few that follow each other. Unreachable states are reported and skipped. */
async function follow(tour, { product, walk, context, album, folder, facts, shared }) {
  const { name, path, act = async () => {}, isPlain = false } = tour;
  const { before, walk: way = async (visit, take) => act(visit).then(() => take(name)) } = tour;
  let visit = isPlain ? shared.visit : undefined;
  try {
    await before?.(product, walk.entity);
    const to = typeof path === 'function' ? path(facts) : path;
    visit ??= await openWindow(product, walk, context);
    if (isPlain && shared.visit) await goInside(visit, to);
    else await visit.page.goto(to);
    await way(visit, (picture) => album.take(visit, folder, picture), facts);
    for (const fault of visit.faults.splice(0)) if (fault.startsWith('page:')) album.fail(`${folder}/${name}`, fault);
  } catch (error) {
    album.fail(`${folder}/${name}`, error.message.split('\n')[0]);
  } finally {
    if (isPlain) shared.visit = visit;
    else await visit?.page.close().catch(() => undefined);
  }
}

const folderOf = (start, { language, device, scheme }) =>
  [start, language, device, ...(scheme === 'dark' ? ['dark'] : [])].join('-');

/** One entity in one language on one device, with its own logins, so that none expires. */
async function photographEntity(product, walk, album) {
  const own = { ...product, browser: await browserOf(product), logins: new Map(), profiles: {} };
  const folder = folderOf(walk.entity, walk);
  // The customer logs in while the requests are prepared, so the customer's tours come first, before the login expires.
  const tours = [
    ...portalTours(),
    ...listTours(walk.entity),
    ...wizardTours(walk.entity),
    ...requestTours(),
    ...masterTours(walk.entity, walk.device),
  ].filter(isSelected);
  const look = (visit, name) => (isSelected({ name }) ? album.take(visit, folder, name) : undefined);
  let facts;
  try {
    if (tours.some(({ needsPeople }) => needsPeople)) facts = await prepare(own, walk, look);
  } catch (error) {
    album.fail(`${folder}/people`, error.message);
  }
  const ready = tours.filter(({ needsPeople }) => facts || !needsPeople);
  for (const user of new Set(ready.map((tour) => tour.user))) {
    const login = user === 'customer' ? facts.customer : await loginOf(own, walk.entity, user);
    let [context, shared] = [await contextOf(product, walk, login), {}];
    for (const tour of ready.filter((each) => each.user === user)) {
      if (!context.browser().isConnected()) [context, shared] = [await contextOf(product, walk, login), {}];
      await follow(tour, { product: own, walk, context, album, folder, facts, shared });
    }
    await context.close().catch(() => undefined);
  }
}

async function photographPublicPages(product, walk, album) {
  const context = await contextOf(product, walk);
  const folder = folderOf('open', walk);
  for (const tour of openTours().filter(isSelected))
    await follow(tour, { product, walk, context, album, folder, shared: {} });
  await context.close();
}

const album = await openAlbum({ isNew: words.length === 0, withAxe: process.argv.includes('--axe') });
const server = await startServer();
// Computes until when the documents of the demo are kept.
await server.runJob('purge');
const product = { server, browser: { current: launch() }, origin: server.origin };
const languages = ['en', 'ta'];
/** A colour scheme is the same in every language: the second run of all screens would show little. */
const inScheme = (scheme) => (scheme === 'light' || of(languages).length > 0 ? chosen(languages) : ['en']);
const variants = chosen(['light', 'dark']).flatMap((scheme) =>
  inScheme(scheme).flatMap((language) => chosen(['desktop', 'phone']).map((device) => ({ language, device, scheme }))),
);
try {
  // The entities run in parallel, so that data prepared for one cannot appear in screenshots of the other.
  const walks = chosen(['NGB', 'KALVI']).map(async (entity) => {
    for (const variant of variants) await photographEntity(product, { entity, ...variant }, album);
  });
  await Promise.all(walks);
  for (const variant of variants) await photographPublicPages(product, variant, album);
} finally {
  await (await product.browser.current).close();
  await server.stop();
  await album.close();
}
