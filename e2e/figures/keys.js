import { call } from '../lib/api.js';
import { enter, loginOf } from '../lib/house.js';
import { settled } from '../lib/master.js';

const path = '/admin/industry-master?size=100';
const letters = 'number nine thousand seven hundred';

/** From a key going down to the end of the frame that shows it. */
const watch = () => {
  window.frames_ = [];
  const end = new MessageChannel();
  const begun = [];
  end.port1.onmessage = () => window.frames_.push(performance.now() - begun.shift());
  addEventListener(
    'keydown',
    (event) => {
      begun.push(event.timeStamp);
      requestAnimationFrame(() => end.port2.postMessage(null));
    },
    true,
  );
};

async function measure({ page }, press) {
  await page.evaluate(() => {
    window.frames_.length = 0;
  });
  await press();
  const times = (await page.evaluate(() => window.frames_)).sort((one, other) => one - other);
  const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(1);
  return `median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms, worst ${at(1)} ms of ${times.length}`;
}

export async function printKeys(house) {
  const login = await loginOf(house, 'NGB', 'ADMIN');
  const lines = Array.from({ length: 10_000 }, (_, at) => `R${at},Row number ${at}`);
  const body = ['industryCode,industryDesc', ...lines].join('\n');
  const place = { area: 'admin', resource: 'industrymaster/import', screenId: 'SD-ADM-013' };
  await call(house.origin, login, { ...place, operation: 'S', body });

  const visit = await enter(house, { user: 'ADMIN', path, alone: true });
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
