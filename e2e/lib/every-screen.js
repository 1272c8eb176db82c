import { assertNoFaults } from './faults.js';
import { inspect } from './inspect.js';
import { inBothDevices, journey, part } from './journey.js';
import { openFromMenu, settled } from './master.js';
import { openAs } from './product.js';
import { screens } from './screens.js';
import { variants } from './variants.js';

/** Axe takes as long as everything else, so it checks one desktop and one phone variant. */
const isAxeVariant = ({ language }) => language === 'en';

async function look(visit, { code, path }, withAxe) {
  await openFromMenu(visit, code);
  await settled(visit);
  await inspect(visit, path, { withAxe });
  assertNoFaults(visit);
}

/** Every admin and user-management screen of an entity, on desktop and phone. */
export function walkScreens(product, entity) {
  inBothDevices('every screen opens from the menu', (device) => {
    for (const variant of variants.filter((each) => each.entity === entity && each.device === device)) {
      const name = `${entity} ${variant.language} ${device}`;
      journey(name, async (at) => {
        const visit = await openAs(product, variant);
        for (const screen of screens) {
          await part(at, `${screen.code} ${screen.path}`, () => look(visit, screen, isAxeVariant(variant)));
        }
      });
    }
  });
}
