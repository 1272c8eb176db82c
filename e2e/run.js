import { execFileSync, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { binary, startServer } from './lib/server.js';

// Runs all journeys, or those named. The demo data is filled once; every test file gets a server on its own copy,
// so that they cannot interfere, and two run at a time. A failed file runs once more, alone, which tells a bug from a
// race. Both fail the run.

/** Journeys that sometimes fail, each with its cause. This list may only become shorter. */
const flaky = [];

const folder = fileURLToPath(new URL('journeys/', import.meta.url));
const named = process.argv.slice(2).map((name) => `${name}.test.js`);
const files = named.length > 0 ? named : readdirSync(folder).filter((name) => name.endsWith('.test.js'));
// The longest first, so that the last workers finish together.
const longest = ['bad-input', 'request', 'custom-forms', 'answers', 'every-screen'];
const placeOf = (name) => [...longest, ''].findIndex((start) => name.startsWith(start));
files.sort((one, other) => placeOf(one) - placeOf(other));

const filled = await startServer({ filled: '' });
await filled.halt();
// The demo's documents are read once, not by every server.
execFileSync(binary, ['jobs', 'run', 'verify', '--data', filled.data], {
  stdio: ['ignore', 'ignore', 'inherit'],
});

/** Runs one file and prints its output at the end; true if it passed. */
function walk(name) {
  const flags = ['--test', '--test-timeout=600000', '--test-reporter=spec', folder + name];
  const env = { ...process.env, DOCZ_E2E_DATA: filled.data };
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'], env });
  const said = [];
  const start = Date.now();
  child.stdout.on('data', (piece) => said.push(piece));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      process.stdout.write(`\n${name}, ${Math.round((Date.now() - start) / 1000)} s\n${Buffer.concat(said)}`);
      resolve(code === 0);
    });
  });
}

async function worker(waiting, failed) {
  for (let name = waiting.shift(); name; name = waiting.shift()) if (!(await walk(name))) failed.push(name);
}

const waiting = [...files];
const failed = [];
await Promise.all([1, 2].map(() => worker(waiting, failed)));
const again = [];
for (const name of failed) if (!(await walk(name))) again.push(name);
await filled.stop();
const once = failed.filter((name) => !again.includes(name));
if (once.length > 0) console.log(`Failed, then passed alone: ${once.join(', ')}`);
if (again.length > 0) console.log(`Failed twice: ${again.join(', ')}`);
console.log(
  `${files.length - failed.length} passed, ${once.length} at the second attempt only, ${again.length} failed`,
);
process.exitCode = failed.some((name) => again.includes(name) || !flaky.includes(name)) ? 1 : 0;
