import { launch } from '../lib/browser.js';
import { loginOf, windows } from '../lib/house.js';
import { startServer } from '../lib/server.js';
import { printKeys } from './keys.js';
import { printLighthouse } from './lighthouse.js';
import { printWeights } from './weights.js';

// Prints what the client weighs and how quick it is. Judges nothing: a figure depends on the machine.

const server = await startServer();
const house = { server, origin: server.origin, logins: new Map(), profiles: {} };
try {
  await printLighthouse(house, await loginOf(house, 'NGB', 'ADMIN'));
  house.browser = await launch();
  await windows.run([], async () => {
    await printKeys(house);
    await printWeights(house);
  });
} finally {
  await house.browser?.close();
  await server.stop();
}
