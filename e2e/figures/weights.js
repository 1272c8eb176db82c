import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { call } from '../lib/api.js';
import { settled } from '../lib/master.js';
import { loginOf, openAs, openPage } from '../lib/product.js';
import { screens } from '../lib/screens.js';

const assets = fileURLToPath(new URL('../../web/dist/assets/', import.meta.url));
const sizes = new Map(
  readdirSync(assets)
    .filter((name) => name.endsWith('.js.gz'))
    .map((name) => [name.replace(/\.gz$/, ''), statSync(assets + name).size]),
);

/** Loaded only when its part of the page comes into view or is used. */
const isOnDemand = (name) => /^(lines|pie|CategoricalChart|ImageCropper)-/.test(name);

/** What a fresh browser fetches until the page is ready. Later loads, such as dialogs, do not count. */
async function weigh(product, options, ready) {
  const names = new Set();
  const visit = await (options.user ? openAs : openPage)(product, { alone: true, ...options, path: '/healthz' });
  visit.page.on('request', (request) => {
    const name = new URL(request.url()).pathname.split('/').pop();
    if (sizes.has(name)) names.add(name);
  });
  await visit.page.goto(options.path, { waitUntil: 'commit' });
  await ready(visit);
  const all = [...names];
  await visit.context.close();
  const sum = (list) => list.reduce((total, name) => total + sizes.get(name), 0) / 1024;
  return { first: sum(all.filter((name) => !isOnDemand(name))), later: sum(all.filter(isOnDemand)) };
}

const heading = ({ page }) => page.locator('h1').first().waitFor();
const line = (name, { first, later }) =>
  console.log(`${first.toFixed(1).padStart(7)} KiB  ${name}${later ? ` (and ${later.toFixed(1)} on demand)` : ''}`);

export async function printWeights(product) {
  console.log('JavaScript of a first screen, gzipped');
  line('login', await weigh(product, { path: '/auth' }, heading));
  line('provider', await weigh(product, { path: '/provider/login' }, heading));
  line('provider, a link', await weigh(product, { path: '/provider/login?entity=NGB#link=x.NGB' }, heading));
  const user = 'ADMIN';
  line('home', await weigh(product, { user, path: '/auth/home' }, heading));
  for (const { code, path } of screens) line(`${code} ${path}`, await weigh(product, { user, path }, settled));
  for (const path of await requestPaths(product)) line(path, await weigh(product, { user: 'BANKER1', path }, settled));
}

/** A banker's screens; request pages use any existing request. */
async function requestPaths(product) {
  const asked = { area: 'transaction', service: 'banker', resource: 'docrequest/search', query: '?page=0&size=1' };
  const login = await loginOf(product, 'NGB', 'BANKER1');
  const [{ txnRefNo }] = (await call(product.origin, login, { ...asked, screenId: 'SD-BNK-005' })).content;
  return [
    'dashboard',
    'doc-request/Create',
    'requested-docs',
    'view-requests',
    'transactions',
    `overview/${txnRefNo}`,
    `transactions/${txnRefNo}`,
    `transactions/${txnRefNo}/upload`,
  ].map((path) => `/requestor/${path}`);
}
