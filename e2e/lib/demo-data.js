import { existsSync, statSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inDays } from './days.js';
import { binary, startServer } from './server.js';

const folder = fileURLToPath(new URL('../../target/journeys/', import.meta.url));

/**
 * The demo's data with all its documents read, which takes minutes: kept until the next day or build. Every file of
 * journeys starts from a copy.
 */
export default async function fillDemoData() {
  const kept = join(folder, `${inDays(0)}-${Math.round(statSync(binary).mtimeMs)}`);
  process.env.DOCZ_E2E_DATA = kept;
  if (existsSync(kept)) return;
  await rm(folder, { recursive: true, force: true });
  const filled = await startServer({ filled: '' });
  await filled.halt();
  // A file that takes too long on a busy machine waits; a second pass leaves it to the servers.
  await filled.runJob('verify').catch(() => filled.runJob('verify'));
  await cp(filled.data, `${kept}.part`, { recursive: true });
  await rename(`${kept}.part`, kept);
  await filled.stop();
}
