import { describe } from 'node:test';
import { assertAccessible } from '../lib/axe.js';
import { assertNoFaults } from '../lib/faults.js';
import { enter, openHouse } from '../lib/house.js';
import { journey } from '../lib/journey.js';
import {
  chooseInRow,
  confirm,
  countIs,
  drawer,
  fill,
  openNew,
  row,
  saved,
  search,
  settled,
  submit,
} from '../lib/master.js';

const house = openHouse();

const lives = [
  {
    resource: 'branchmaster',
    path: '/admin/branch-master',
    record: {
      branchCode: 'BR901',
      branchName: 'Velachery Journey',
      tenantCode: { choose: 'Retail Banking' },
      city: 'Chennai',
      state: { choose: 'Tamil Nadu' },
      postalCode: '600042',
      mobileNumber: '+919840012345',
      emailAddress: 'velachery@example.com',
    },
    found: 'Velachery Journey',
    changed: { branchName: 'Velachery Moved' },
    copied: { branchCode: 'BR902', branchName: 'Velachery Second' },
  },
  {
    resource: 'industrymaster',
    path: '/admin/industry-master',
    record: { industryCode: 'SPACE', industryDesc: 'Launch Vehicles' },
    found: 'Launch Vehicles',
    changed: { industryDesc: 'Launch Vehicles and Satellites' },
    copied: { industryCode: 'SPACE2', industryDesc: 'Launch Sites' },
  },
  {
    resource: 'subcategorydefinition',
    path: '/admin/sub-category-definition',
    record: {
      categoryCode: { choose: 'Home Loan' },
      subCategoryCode: 'TREEHSE',
      subCategoryDesc: 'Treehouse Journey',
    },
    found: 'Treehouse Journey',
    changed: { subCategoryDesc: 'Treehouse Rebuilt' },
    copied: {
      subCategoryCode: 'TREEHSE2',
      subCategoryDesc: 'Treehouse Annexe',
    },
  },
  {
    resource: 'usermaster',
    path: '/sms/user-master',
    record: {
      userId: 'JOURNEY1',
      firstName: 'Yazhini',
      lastName: 'Journey',
      mailId: 'yazhini@example.com',
      mobileNumber: '+919840054321',
      userLanguage: { press: 'English' },
      userType: { choose: 'Banker' },
      defaultDepartmentCode: { choose: 'Credit' },
      defaultTenantCode: { choose: 'Retail Banking' },
      defaultBranchCode: { choose: 'Chennai T Nagar' },
      password: 'Yazh!ni2026',
      expiryDate: '31 Dec 2035',
    },
    found: 'JOURNEY1',
    changed: { firstName: 'Yazhini Devi' },
    copied: {
      userId: 'JOURNEY2',
      firstName: 'Kayal',
      mailId: 'kayal@example.com',
      mobileNumber: '+919840054322',
      password: 'Kaya!l2026',
    },
  },
];

async function live(visit, { resource, record, found, changed, copied }) {
  const { page } = visit;
  await settled(visit);
  await openNew(visit, resource);
  await assertAccessible(visit, `${resource} new`);
  await fill(visit, record);
  await submit(visit);
  await saved(visit, 'EnTxn0021');

  await search(visit, found);
  await countIs(visit, 1);

  await row(visit, found).getByRole('link').click();
  await fill(visit, changed);
  await submit(visit, 'ui.master.saveChanges');
  await saved(visit, 'EnTxn0019');
  const [now] = Object.values(changed);
  await search(visit, now);
  await countIs(visit, 1);

  await chooseInRow(visit, now, 'ui.common.copy');
  await drawer(visit).waitFor();
  await fill(visit, copied);
  await submit(visit);
  await saved(visit, 'EnTxn0021');
  const [code] = Object.values(copied);

  for (const each of [code, Object.values(record).find((value) => typeof value === 'string')]) {
    await search(visit, each);
    await chooseInRow(visit, each, 'ui.common.delete');
    await confirm(visit, 'delete', false);
    await chooseInRow(visit, each, 'ui.common.delete');
    await confirm(visit, 'delete');
    await saved(visit, 'EnTxn0020');
  }
  await page.getByText(visit.t('message.noRecords')).waitFor();
  assertNoFaults(visit);
}

describe('a record is made, found, changed, copied and deleted', () => {
  for (const life of lives) {
    journey(`${life.resource}, English, desktop`, async () => {
      const visit = await enter(house, { path: life.path });
      await live(visit, life);
    });
  }

  journey('industrymaster, Tamil, phone', async () => {
    const [, life] = lives;
    const visit = await enter(house, {
      path: life.path,
      language: 'ta',
      device: 'phone',
    });
    await live(visit, life);
  });
});
