import lighthouse, { desktopConfig } from 'lighthouse';
import puppeteer from 'puppeteer-core';
import { flags } from '../lib/browser.js';
import { storageOf } from '../lib/product.js';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Lighthouse's own phone, and the same on its 3G profile. */
const phone = { extends: 'lighthouse:default' };
const phoneOn3g = { ...phone, settings: { throttling: { rttMs: 300, throughputKbps: 700, cpuSlowdownMultiplier: 4 } } };

async function judge(browser, product, { name, path, login, config = desktopConfig }) {
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
  const { lhr } = await lighthouse(`${product.origin}${path}`, options, config, page);
  const scores = Object.values(lhr.categories).map(({ title, score }) => `${title} ${Math.round(score * 100)}`);
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

/** Staff pages with the desktop settings, the portal as a phone. */
export async function printLighthouse(product, login) {
  const browser = await puppeteer.launch({ executablePath, args: flags, headless: true });
  console.log('Lighthouse');
  try {
    await judge(browser, product, { name: 'login', path: '/auth' });
    await judge(browser, product, { name: 'Branch Master', path: '/admin/branch-master', login });
    const path = '/provider/login?entity=NGB';
    await judge(browser, product, { name: 'portal, phone', path, config: phone });
    await judge(browser, product, { name: 'portal, phone on 3G', path, config: phoneOn3g });
  } finally {
    await browser.close();
  }
}
