import { mkdir } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { windows } from './house.js';

const album = fileURLToPath(new URL('../../screenshots/failures/', import.meta.url));

/** A test that closes its windows behind it, and photographs them first when it failed. */
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
