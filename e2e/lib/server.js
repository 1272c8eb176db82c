import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const binary = process.env.DOCZ_BIN ?? fileURLToPath(new URL('../../target/debug/docz', import.meta.url));
const patience = 90_000;

/** A currently free port. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * The real product with its demo entities, on its own data folder: a fresh one, or a copy of a filled one.
 * `prepare` may write into the folder first; it receives the served address, and the text it returns becomes docz.toml.
 */
export async function startServer({ prepare, filled = process.env.DOCZ_E2E_DATA } = {}) {
  const data = await mkdtemp(join(tmpdir(), 'docz-e2e-'));
  if (filled) await cp(filled, data, { recursive: true });
  const listen = `127.0.0.1:${prepare ? await freePort() : 0}`;
  if (prepare) await writeFile(join(data, 'docz.toml'), await prepare(data, `http://${listen}`));
  let child = run(data, listen);
  // An aborted run leaves no server behind.
  const end = () => child.process.kill('SIGTERM');
  process.once('exit', end);
  const halt = async () => {
    end();
    await child.gone;
    process.removeListener('exit', end);
  };
  const stop = async () => {
    await halt();
    await rm(data, { recursive: true, force: true });
  };
  try {
    const origin = await addressOf(child.process);
    /** Without a chance to finish anything. */
    const kill = async () => {
      child.process.kill('SIGKILL');
      await child.gone;
    };
    /** The same product again at the same address. */
    const restart = async () => {
      child = run(data, new URL(origin).host);
      await addressOf(child.process);
    };
    return { origin, data, halt, stop, kill, restart, runJob: (name, ...more) => runJob(data, name, more) };
  } catch (error) {
    await stop();
    throw error;
  }
}

function run(data, listen) {
  const flags = ['serve', '--demo', '--data', data, '--listen', listen];
  const env = { ...process.env, DOCZ_CAPTCHA: 'off', DOCZ_LOG: 'error' };
  const child = spawn(binary, flags, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return { process: child, gone: new Promise((resolve) => child.once('close', resolve)) };
}

/** One pass of a job beside the server, whatever the time of day. */
async function runJob(data, name, more) {
  const env = { ...process.env, DOCZ_LOG: 'error' };
  const flags = ['jobs', 'run', name, '--data', data, ...more];
  const child = spawn(binary, flags, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`the job ${name} ended with ${code}`);
}

/** The server prints its address in the first line once it is ready. */
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
