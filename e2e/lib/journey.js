import { mkdir } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { windows } from './product.js';

const album = fileURLToPath(new URL('../../screenshots/failures/', import.meta.url));

/** A test that closes its windows, and takes screenshots of them first when it fails. */
export function journey(name, walk) {
  test(name, async (at) => {
    const opened = [];
    try {
      await windows.run(opened, () => walk(at));
    } catch (error) {
      await photograph(opened, name).catch(() => undefined);
      throw error;
    } finally {
      await Promise.all(opened.map((window) => window.close()));
    }
  });
}

/** A test within a journey, with screenshots when it fails. */
export const part = (at, name, walk) =>
  at.test(name, async (own) => {
    try {
      return await walk(own);
    } catch (error) {
      await photograph(windows.getStore() ?? [], `${at.name} ${name}`).catch(() => undefined);
      throw error;
    }
  });

/**
 * Two windows at a time, since one leaves a core idle; one per device, since windows of one device share a profile,
 * in which a background window renders once a second.
 */
export function inBothDevices(name, walk) {
  describe(name, { concurrency: 2 }, () => {
    for (const device of ['desktop', 'phone']) describe(device, { concurrency: 1 }, () => walk(device));
  });
}

/** The chapters of a long journey, each built on the previous ones: after a failure the rest is skipped. */
export function chapters(at) {
  let isBroken = false;
  return (name, walk) =>
    part(at, name, async (own) => {
      if (isBroken) return own.skip('a chapter before it failed');
      isBroken = true;
      await walk();
      isBroken = false;
    });
}

async function photograph(opened, name) {
  await mkdir(album, { recursive: true });
  const file = name.replace(/[^\w-]+/g, '-');
  for (const [at, { page }] of opened.entries()) {
    await page.screenshot({
      path: `${album}${file}-${at}.png`,
      timeout: 5_000,
    });
  }
}
