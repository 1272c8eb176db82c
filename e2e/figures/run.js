import { launch } from '../lib/browser.js';
import { loginOf, windows } from '../lib/house.js';
import { startServer } from '../lib/server.js';
import { printKeys } from './keys.js';
import { printLighthouse } from './lighthouse.js';
import { printWeights } from './weights.js';

// Prints what the client weighs and how quick it is. Judges nothing: a figure depends on the machine.
// `scripts/web-figures weights` prints only that part.

const wanted = process.argv.slice(2);
const isWanted = (part) => wanted.length === 0 || wanted.includes(part);

const server = await startServer();
const house = { server, origin: server.origin, logins: new Map(), profiles: {} };
try {
  if (isWanted('lighthouse')) await printLighthouse(house, await loginOf(house, 'NGB', 'ADMIN'));
  house.browser = await launch();
  await windows.run([], async () => {
    if (isWanted('keys')) await printKeys(house);
    if (isWanted('weights')) await printWeights(house);
  });
} finally {
  await house.browser?.close();
  await server.stop();
}
