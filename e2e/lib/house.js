import { AsyncLocalStorage } from 'node:async_hooks';
import { after, before } from 'node:test';
import { entities, logIn } from './api.js';
import { launch, setting } from './browser.js';
import { watchFaults } from './faults.js';
import { startServer } from './server.js';
import { wordsOf } from './words.js';

/** The windows of the journey that is being walked: several may be, at once. */
export const windows = new AsyncLocalStorage();

const services = ['admin', 'app', 'banker', 'customer', 'sms'];

/** One server and one browser for all the journeys of a file. */
export function openHouse() {
  const house = {};
  before(async () => {
    [house.server, house.browser] = await Promise.all([startServer(), launch()]);
    house.origin = house.server.origin;
    house.logins = new Map();
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

/** A new browser window on a path, before any login. */
export async function arrive(house, { device = 'desktop', path = '/', language = 'en', clock } = {}) {
  const context = await house.browser.newContext({
    ...setting(device),
    baseURL: house.origin,
  });
  windows.getStore()?.push(context);
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  if (clock) await page.clock.install({ time: clock });
  const faults = watchFaults(page);
  if (language !== 'en') await keep(page, { NLS: language });
  await page.goto(path);
  return {
    house,
    context,
    page,
    faults,
    device,
    language,
    t: wordsOf(language),
    close: () => context.close(),
  };
}

/** A new browser window with somebody logged in already. */
export async function enter(house, wishes = {}) {
  const { entity = 'NGB', user = 'ADMIN', language = 'en', path = '/auth/home', own = false } = wishes;
  const login = await loginOf(house, entity, user, { own });
  const visit = await arrive(house, {
    ...wishes,
    path: '/healthz',
    language: 'en',
  });
  await keep(visit.page, storageOf(login, language));
  await visit.page.goto(path);
  return {
    ...visit,
    login,
    entity,
    language,
    t: wordsOf(language, entities[entity].entityType),
  };
}

/** What the login page would have left in session storage. */
function storageOf({ token, auth }, language) {
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
  if (page.url() === 'about:blank') await page.goto('/healthz');
  await page.evaluate((all) => {
    for (const [key, value] of Object.entries(all)) sessionStorage.setItem(key, value);
  }, values);
}
