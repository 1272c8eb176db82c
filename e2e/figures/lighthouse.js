import lighthouse, { desktopConfig } from 'lighthouse';
import puppeteer from 'puppeteer-core';
import { flags } from '../lib/browser.js';
import { storageOf } from '../lib/product.js';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

async function judge(browser, product, { name, path, login }) {
  const page = await browser.newPage();
  await page.goto(`${product.origin}/healthz`);
  if (login) {
    await page.evaluate(
      (all) => {
        for (const [key, value] of Object.entries(all)) sessionStorage.setItem(key, value);
      },
      storageOf(login, 'en'),
    );
  }
  const options = { disableStorageReset: true, logLevel: 'error' };
  const { lhr } = await lighthouse(`${product.origin}${path}`, options, desktopConfig, page);
  const scores = Object.values(lhr.categories).map(
    ({ title, score }) => `${title} ${Math.round(score * 100)}`,
  );
  const times = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ];
  const shown = times.map((id) => `${id} ${lhr.audits[id].displayValue}`);
  console.log(`  ${name}: ${scores.join(', ')}\n    ${shown.join(', ')}`);
  for (const { score, scoreDisplayMode, title } of Object.values(lhr.audits)) {
    if (score === 0 && scoreDisplayMode === 'binary') console.log(`    not met: ${title}`);
  }
  await page.close();
}

/** Lighthouse's own desktop settings. */
export async function printLighthouse(product, login) {
  const browser = await puppeteer.launch({ executablePath, args: flags, headless: true });
  console.log('Lighthouse, desktop');
  try {
    await judge(browser, product, { name: 'login', path: '/auth' });
    await judge(browser, product, { name: 'Branch Master', path: '/admin/branch-master', login });
  } finally {
    await browser.close();
  }
}
