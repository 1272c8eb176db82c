import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const binary = process.env.DOCZ_BIN ?? fileURLToPath(new URL('../../target/debug/docz', import.meta.url));
const patience = 90_000;

/** A port that was free a moment ago. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * The real product on a fresh data folder, with its demo entities. `prepare` may write into the folder before; it is
 * told the address that will be served, and the text it gives becomes docz.toml.
 */
export async function startServer({ prepare } = {}) {
  const data = await mkdtemp(join(tmpdir(), 'docz-e2e-'));
  const listen = `127.0.0.1:${prepare ? await freePort() : 0}`;
  if (prepare) await writeFile(join(data, 'docz.toml'), await prepare(data, `http://${listen}`));
  const flags = ['serve', '--demo', '--data', data, '--listen', listen];
  const env = { ...process.env, DOCZ_CAPTCHA: 'off', DOCZ_LOG: 'error' };
  const child = spawn(binary, flags, {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
    await rm(data, { recursive: true, force: true });
  };
  try {
    return { origin: await addressOf(child), stop };
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
