import { mkdir } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const album = fileURLToPath(new URL('../../screenshots/failures/', import.meta.url));

/** A test that closes its windows behind it, and photographs them first when it failed. */
export function journey(house, name, walk) {
  test(name, async (at) => {
    try {
      await walk(at);
    } catch (error) {
      await photograph(house, name).catch(() => undefined);
      throw error;
    } finally {
      await Promise.all(house.browser.contexts().map((context) => context.close()));
    }
  });
}

async function photograph({ browser }, name) {
  await mkdir(album, { recursive: true });
  const pages = browser.contexts().flatMap((context) => context.pages());
  const file = name.replace(/[^\w-]+/g, '-');
  for (const [at, page] of pages.entries()) await page.screenshot({ path: `${album}${file}-${at}.png`, timeout: 5_000 });
}
