import { AsyncLocalStorage } from 'node:async_hooks';
import { after, before } from 'node:test';
import { entities, logIn } from './api.js';
import { launch, setting } from './browser.js';
import { watchFaults } from './faults.js';
import { startServer } from './server.js';
import { wordsOf } from './words.js';

/** The windows of the journey that is being walked: several may be, at once. */
export const windows = new AsyncLocalStorage();

const patience = 15_000;
const services = ['admin', 'app', 'banker', 'customer', 'sms'];

/** One server and one browser for all the journeys of a file. */
export function openHouse({ prepare } = {}) {
  const house = {};
  before(async () => {
    [house.server, house.browser] = await Promise.all([startServer({ prepare }), launch()]);
    house.origin = house.server.origin;
    Object.assign(house, { logins: new Map(), profiles: {} });
  });
  after(async () => {
    await house.browser?.close();
    await house.server?.stop();
  });
  return house;
}

/** A login of the same person is shared, unless the journey is going to end it. */
export async function loginOf(house, entity, user, { own = false } = {}) {
  const name = `${entity}/${user}`;
  if (own) return logIn(house.origin, entity, user);
  if (!house.logins.has(name)) house.logins.set(name, logIn(house.origin, entity, user));
  return house.logins.get(name);
}

/**
 * Windows of one device share a browser profile, and with it the cache; what is theirs lies in session storage.
 * A journey that moves the clock, cuts the network or sits elsewhere needs a profile of its own.
 */
async function profileOf(house, { device, alone, zone }) {
  const place = zone === undefined ? {} : { timezoneId: zone };
  const make = () => house.browser.newContext({ ...setting(device), ...place, baseURL: house.origin });
  if (alone) return make();
  house.profiles[device] ??= make();
  return house.profiles[device];
}

/** A new browser window on a path, before any login. */
export async function arrive(house, wishes = {}) {
  const { device = 'desktop', path = '/', clock, zone } = wishes;
  const { alone = clock !== undefined || zone !== undefined } = wishes;
  const context = await profileOf(house, { device, alone, zone });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  windows.getStore()?.push({ page, close: () => (alone ? context : page).close() });
  if (clock) await page.clock.install({ time: clock });
  const faults = watchFaults(page);
  await page.goto(path);
  return { house, context, page, faults, device, language: 'en', t: wordsOf('en') };
}

/** A new browser window with somebody logged in already. */
export async function enter(house, wishes = {}) {
  const { entity = 'NGB', user = 'ADMIN', language = 'en', path = '/auth/home', own = false } = wishes;
  const login = await loginOf(house, entity, user, { own });
  const visit = await arrive(house, { ...wishes, path: '/healthz' });
  await keep(visit.page, storageOf(login, language));
  await visit.page.goto(path);
  return { ...visit, login, entity, language, t: wordsOf(language, entities[entity].entityType) };
}

/** What the login page would have left in session storage. */
export function storageOf({ token, auth }, language) {
  const bases = Object.fromEntries(services.map((service) => [service, `/api/${service}`]));
  const theme = auth.theme ? { theme: JSON.stringify(auth.theme) } : {};
  const { entityType } = auth;
  return {
    ...bases,
    ...theme,
    token,
    auth: JSON.stringify(auth),
    NLS: language,
    entityType,
  };
}

async function keep(page, values) {
  await page.evaluate((all) => {
    for (const [key, value] of Object.entries(all)) sessionStorage.setItem(key, value);
  }, values);
}
