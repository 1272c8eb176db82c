import { launch } from '../lib/browser.js';
import fillDemoData from '../lib/demo-data.js';
import { loginOf } from '../lib/product.js';
import { startServer } from '../lib/server.js';
import { printKeys } from './keys.js';
import { printLighthouse } from './lighthouse.js';
import { printWeights } from './weights.js';

// Prints the size and speed of the client. Does not judge: figures depend on the machine.
// `scripts/web-figures weights` prints only that part.

const wanted = process.argv.slice(2);
const isWanted = (part) => wanted.length === 0 || wanted.includes(part);

// Reading the demo's documents would take the machine from the browser.
await fillDemoData();
const server = await startServer();
const product = { server, origin: server.origin, logins: new Map(), profiles: {}, opened: [] };
try {
  if (isWanted('lighthouse')) await printLighthouse(product, await loginOf(product, 'NGB', 'ADMIN'));
  product.browser = await launch();
  if (isWanted('keys')) await printKeys(product);
  if (isWanted('weights')) await printWeights(product);
} finally {
  await product.browser?.close();
  await server.stop();
}
