import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const binary = process.env.DOCZ_BIN ?? fileURLToPath(new URL('../../target/debug/docz', import.meta.url));
const patience = 90_000;

/** The real product with its demo entities, on a data folder of its own: a fresh one, or a copy of one that was filled before. */
export async function startServer(filled = process.env.DOCZ_E2E_DATA) {
  const data = await mkdtemp(join(tmpdir(), 'docz-e2e-'));
  if (filled) await cp(filled, data, { recursive: true });
  const flags = ['serve', '--demo', '--data', data, '--listen', '127.0.0.1:0'];
  const env = { ...process.env, DOCZ_CAPTCHA: 'off', DOCZ_LOG: 'error' };
  const child = spawn(binary, flags, {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A walk that is broken off leaves no server behind.
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  const gone = new Promise((resolve) => child.once('close', resolve));
  const halt = async () => {
    end();
    await gone;
    process.removeListener('exit', end);
  };
  const stop = async () => {
    await halt();
    await rm(data, { recursive: true, force: true });
  };
  try {
    return { origin: await addressOf(child), data, halt, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The address stands in the first line that the server writes when it is ready. */
function addressOf(child) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the server did not start in time')), patience);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [address] = /http:\/\/[\d.]+:\d+/.exec(line) ?? [];
      if (!address) return;
      clearTimeout(late);
      resolve(address);
    });
  });
}
