import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { until } from './until.js';

/** Files with these bytes are malware to the scanner of the journeys. */
export const malware = 'docz-malware-test-signature';

const answers = (socket) =>
  new Promise((resolve) => {
    const connection = connect(socket, () => resolve(true));
    connection.once('error', () => resolve(false)).once('connect', () => connection.end());
  });

/** A real clamd with one signature of our own. */
export async function startClamd(folder) {
  const home = join(folder, 'clamd');
  const [signatures, socket, settings] = ['signatures', 'clamd.sock', 'clamd.conf'].map((name) => join(home, name));
  await mkdir(signatures, { recursive: true });
  const signature = Buffer.from(malware).toString('hex');
  await writeFile(join(signatures, 'docz.ndb'), `Docz.Test:0:*:${signature}\n`);
  const lines = ['Foreground yes', `LocalSocket ${socket}`, `DatabaseDirectory ${signatures}`];
  await writeFile(settings, `${lines.join('\n')}\n`);
  const child = spawn('/usr/sbin/clamd', [`--config-file=${settings}`], { stdio: 'ignore' });
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  await until(() => answers(socket), 'clamd does not answer');
  return { socket, stop };
}
