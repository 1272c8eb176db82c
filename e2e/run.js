import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startServer } from './lib/server.js';

// Walks the journeys, all or those named. The demo is filled once; every file of journeys gets a server on a copy
// of it, so that they cannot meet, and two are walked at a time, since one alone leaves a core idle.

const folder = fileURLToPath(new URL('journeys/', import.meta.url));
const named = process.argv.slice(2).map((name) => `${name}.test.js`);
const files = named.length > 0 ? named : readdirSync(folder).filter((name) => name.endsWith('.test.js'));
// The longest first, so that nothing is left to wait for at the end.
const longest = ['every-screen', 'every-record', 'requests-', 'request-'];
const placeOf = (name) => [...longest, ''].findIndex((start) => name.startsWith(start));
files.sort((one, other) => placeOf(one) - placeOf(other));

const filled = await startServer({ filled: '' });
await filled.halt();
const flags = ['--test', '--test-concurrency=2', '--test-timeout=600000', '--test-reporter=spec'];
const walk = spawn(process.execPath, [...flags, ...files.map((name) => folder + name)], {
  stdio: 'inherit',
  env: { ...process.env, DOCZ_E2E_DATA: filled.data },
});
walk.once('close', async (code) => {
  await filled.stop();
  process.exitCode = code ?? 1;
});
