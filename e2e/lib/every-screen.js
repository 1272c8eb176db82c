import { assertNoFaults } from './faults.js';
import { enter } from './house.js';
import { inspect } from './inspect.js';
import { inBothDevices, journey, part } from './journey.js';
import { openFromMenu, settled } from './master.js';
import { screens } from './screens.js';

/** Axe takes as long as all the rest, so it looks at the two corners that differ most. */
const heard = ['NGB en desktop', 'KALVI ta phone'];

async function look(visit, { code, path }, isHeard) {
  await openFromMenu(visit, code);
  await settled(visit);
  await inspect(visit, path, { isHeard });
  assertNoFaults(visit);
}

/** Every admin and user-management screen of an entity, in both languages, on a desk and on a phone. */
export function walkScreens(house, entity) {
  inBothDevices('every screen opens from the menu', (device) => {
    for (const language of ['en', 'ta']) {
      const corner = `${entity} ${language} ${device}`;
      journey(corner, async (at) => {
        const visit = await enter(house, { entity, language, device });
        for (const screen of screens) {
          await part(at, `${screen.code} ${screen.path}`, () => look(visit, screen, heard.includes(corner)));
        }
      });
    }
  });
}
