import { call } from '../lib/api.js';
import { settled } from '../lib/master.js';
import { loginOf, openAs } from '../lib/product.js';

const path = '/admin/industry-master?size=100';
const letters = 'number nine thousand seven hundred';

/**
 * Time from a key press to the end of the frame that shows it, and how much of that was work: a key waits for the
 * next frame.
 */
const watch = () => {
  window.frames_ = [];
  const [handled, drawn] = [new MessageChannel(), new MessageChannel()];
  const keys = [];
  const now = () => performance.now();
  handled.port1.onmessage = () => {
    const key = keys.find((one) => one.handled === undefined);
    if (key) key.handled = now() - key.began;
  };
  drawn.port1.onmessage = () => {
    const key = keys.shift();
    window.frames_.push({ all: now() - key.stamp, work: key.handled + now() - key.frame });
  };
  addEventListener(
    'keydown',
    (event) => {
      const key = { stamp: event.timeStamp, began: now() };
      keys.push(key);
      handled.port2.postMessage(null);
      requestAnimationFrame(() => {
        key.frame = now();
        key.handled ??= key.frame - key.began;
        drawn.port2.postMessage(null);
      });
    },
    true,
  );
};

async function measure({ page }, press) {
  await page.evaluate(() => {
    window.frames_.length = 0;
  });
  await press();
  const frames = await page.evaluate(() => window.frames_);
  const told = (name) => {
    const times = frames.map((frame) => frame[name]).sort((one, other) => one - other);
    const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(1);
    return `median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms, worst ${at(1)} ms`;
  };
  return `${told('all')} of ${frames.length}; work: ${told('work')}`;
}

export async function printKeys(product) {
  const login = await loginOf(product, 'NGB', 'ADMIN');
  const lines = Array.from({ length: 10_000 }, (_, at) => `R${at},Row number ${at}`);
  const body = ['industryCode,industryDesc', ...lines].join('\n');
  const place = { area: 'admin', resource: 'industrymaster/import', screenId: 'SD-ADM-013' };
  await call(product.origin, login, { ...place, operation: 'S', body });

  const visit = await openAs(product, { user: 'ADMIN', path, alone: true });
  const { page } = visit;
  await settled(visit);
  await page.evaluate(watch);
  const typing = await measure(visit, async () => {
    await page.getByRole('searchbox').focus();
    for (const letter of letters) await page.keyboard.type(letter, { delay: 60 });
  });
  await page.goto(path);
  await settled(visit);
  await page.evaluate(watch);
  const moving = await measure(visit, async () => {
    await page.locator('main tbody a').first().focus();
    for (let at = 0; at < 40; at++) await page.keyboard.press('Tab', { delay: 20 });
  });
  console.log('A key in a table of 10,000 rows (100 on the page) until its frame is drawn');
  console.log(`  typing in the search: ${typing}`);
  console.log(`  walking the rows:     ${moving}`);
  await visit.context.close();
}
