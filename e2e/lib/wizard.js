/** The Create Request wizard, walked as people do, in the words of the visit. */
export const wizardPath = { NGB: '/requestor/doc-request/Create', KALVI: '/requestor/edu-doc-request/Create' };

const label = (t, field) => t(`field.docrequest.${field}`);

/** By the path that the server would blame. */
export const fieldAt = ({ page }, path) => page.locator(`[data-field="${path}"]`);

export const button = ({ page, t }, key, values) =>
  page.getByRole('button', { name: t(`ui.wizard.${key}`, values), exact: true });

export const type = (visit, path, text) => fieldAt(visit, path).fill(text);

/** The first of a list, or the one that is named. */
export async function choose(visit, path, name) {
  const { page } = visit;
  await fieldAt(visit, path).click();
  const options = page.locator('[role=option]:visible');
  await options.first().waitFor();
  const wanted = name ? options.filter({ hasText: name }).first() : options.first();
  await wanted.click();
}

/** Somebody nobody has asked before. */
export const stranger = (number) => ({
  customerName: `Kavya Raman ${['', 'Iyer', 'Nair', 'Pillai', 'Reddy'][number % 5]}`.trim(),
  customerReference: `E2E-${number}`,
  primaryMobile: `98400${String(10_000 + number)}`,
  emailAddress: `kavya${number}@example.com`,
  address1: '12 Lake View Road',
  address2: 'Anna Nagar',
  address3: 'West',
  city: 'Chennai',
  postalCode: '600040',
});

/** What the demo's masters map a template to. */
const kinds = {
  NGB: { requestCategory: 'Home Loan', requestSubCategory: 'Construction' },
  KALVI: { requestCategory: 'Bachelor of Science', requestSubCategory: 'Computer Science' },
};

export async function fillCustomer(visit, customer) {
  const { page, entity } = visit;
  await page.locator('input[type=radio][data-field=customerType], [data-field=customerType]').first().waitFor();
  const radio = page.locator('input[type=radio][data-field=customerType]');
  if (await radio.count()) await radio.check();
  else await choose(visit, 'customerType');
  for (const [path, text] of Object.entries(customer)) await type(visit, path, text);
  await choose(visit, 'customerIndicator');
  await choose(visit, 'requestCategory', kinds[entity].requestCategory);
  await choose(visit, 'requestSubCategory', kinds[entity].requestSubCategory);
  await choose(visit, 'requestPurpose');
  await choose(visit, 'customerIndustry');
  await fieldAt(visit, 'state').click();
  await page.keyboard.type('Tamil');
  await page.locator('[role=option]:visible').first().click();
}

export const heading = ({ page, t }, key) => page.getByRole('heading', { level: 2, name: t(`ui.wizard.${key}`) });

/** On to the next step, which has come when its heading stands. */
export async function goOn(visit, key, next) {
  await button(visit, key).click();
  await heading(visit, next).waitFor();
}

export { label };
