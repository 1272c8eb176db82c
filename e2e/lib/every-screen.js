import { corners } from './corners.js';
import { assertNoFaults } from './faults.js';
import { enter } from './house.js';
import { inspect } from './inspect.js';
import { inBothDevices, journey, part } from './journey.js';
import { openFromMenu, settled } from './master.js';
import { screens } from './screens.js';

/** Axe takes as long as all the rest, so it looks at one desk and one phone. */
const isHeard = ({ language }) => language === 'en';

async function look(visit, { code, path }, isHeard) {
  await openFromMenu(visit, code);
  await settled(visit);
  await inspect(visit, path, { isHeard });
  assertNoFaults(visit);
}

/** Every admin and user-management screen of an entity, on a desk and on a phone. */
export function walkScreens(house, entity) {
  inBothDevices('every screen opens from the menu', (device) => {
    for (const corner of corners.filter((each) => each.entity === entity && each.device === device)) {
      const name = `${entity} ${corner.language} ${device}`;
      journey(name, async (at) => {
        const visit = await enter(house, corner);
        for (const screen of screens) {
          await part(at, `${screen.code} ${screen.path}`, () => look(visit, screen, isHeard(corner)));
        }
      });
    }
  });
}
