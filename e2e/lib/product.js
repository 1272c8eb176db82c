import { test } from '@playwright/test';
import { entities, logIn } from './api.js';
import { setting } from './browser.js';
import { watchFaults } from './faults.js';
import { startServer } from './server.js';
import { wordsOf } from './words.js';

const patience = 30_000;
const services = ['admin', 'app', 'banker', 'customer', 'sms'];

/** One server for all the journeys of a file. `ready` may change the demo's data first. */
export function openProduct({ prepare, ready = async () => {} } = {}) {
  const product = { logins: new Map(), profiles: {}, opened: [] };
  test.beforeAll(async ({ browser }) => {
    const server = await startServer({ prepare });
    Object.assign(product, { browser, server, origin: server.origin });
    await ready(product.origin);
  });
  test.afterEach(() => closeAll(product.opened.splice(0)));
  test.afterAll(async () => {
    await closeAll(await Promise.all(Object.values(product.profiles)));
    await product.server?.stop();
  });
  return product;
}

const closeAll = (places) => Promise.all(places.map((place) => place.close()));

/** Logins are shared per user, unless the journey ends its own. */
export async function loginOf(product, entity, user, { own = false } = {}) {
  const name = `${entity}/${user}`;
  if (own) return logIn(product.origin, entity, user);
  if (!product.logins.has(name)) product.logins.set(name, logIn(product.origin, entity, user));
  return product.logins.get(name);
}

/**
 * Windows of one device share a browser profile and its cache; their own state is in session storage.
 * A journey that moves the clock, cuts the network or changes the time zone needs its own profile.
 */
async function profileOf(product, { device, alone, zone }) {
  const place = zone === undefined ? {} : { timezoneId: zone };
  const make = () => product.browser.newContext({ ...setting(device), ...place, baseURL: product.origin });
  if (alone) return make();
  product.profiles[device] ??= make();
  return product.profiles[device];
}

/** A new browser window on a path, without a login. It has its own profile, or it would take over a session of others. */
export async function openPage(product, options = {}) {
  const { device = 'desktop', path = '/', clock, zone, alone = true } = options;
  const context = await profileOf(product, { device, alone, zone });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  product.opened.push(alone ? context : page);
  if (clock) await page.clock.install({ time: clock });
  const faults = watchFaults(page);
  await page.goto(path);
  return { product, context, page, faults, device, language: 'en', t: wordsOf('en') };
}

/** A new browser window with a logged-in user. */
export async function openAs(product, options = {}) {
  const { entity = 'NGB', user = 'ADMIN', language = 'en', path = '/auth/home', own = false } = options;
  const login = await loginOf(product, entity, user, { own });
  const { alone = options.clock !== undefined || options.zone !== undefined } = options;
  const visit = await openPage(product, { ...options, alone, path: '/healthz' });
  await keep(visit.page, storageOf(login, language));
  await visit.page.goto(path);
  return { ...visit, login, entity, language, t: wordsOf(language, entities[entity].entityType) };
}

/** The session storage as the login page would leave it. */
export function storageOf({ token, auth }, language) {
  const bases = Object.fromEntries(services.map((service) => [service, `/api/${service}`]));
  const theme = auth.theme ? { theme: JSON.stringify(auth.theme) } : {};
  const { entityType } = auth;
  return { ...bases, ...theme, token, auth: JSON.stringify(auth), NLS: language, entityType };
}

async function keep(page, values) {
  await page.evaluate((all) => {
    for (const [key, value] of Object.entries(all)) sessionStorage.setItem(key, value);
  }, values);
}
