/** The Create Request wizard, walked as people do, in the words of the visit. */
export const wizardPath = {
  NGB: '/requestor/doc-request/Create',
  KALVI: '/requestor/edu-doc-request/Create',
};

/** What the demo's template mapping knows. */
const kinds = {
  NGB: { requestCategory: 'Home Loan', requestSubCategory: 'Construction' },
  KALVI: { requestCategory: 'Bachelor of Science', requestSubCategory: 'Computer Science' },
};

/** By the path that the server would blame. */
export const fieldAt = ({ page }, path) => page.locator(`[data-field="${path}"]`);

export const button = ({ page, t }, key) =>
  page.getByRole('button', { name: t(`ui.wizard.${key}`), exact: true });

export const heading = ({ page, t }, key) =>
  page.getByRole('heading', { level: 2, name: t(`ui.wizard.${key}`), exact: true });

/** Somebody nobody has asked before. */
export const stranger = (number) => ({
  customerName: 'Kavya Raman',
  customerReference: `E2E-${number}`,
  primaryMobile: `98400${10_000 + number}`,
  emailAddress: `kavya${number}@example.com`,
  address1: '12 Lake View Road',
  address2: 'Anna Nagar',
  address3: 'West',
  city: 'Chennai',
  postalCode: '600040',
});

/** The one that is named, or the first of the list. */
async function choose(visit, path, name = '') {
  await fieldAt(visit, path).click();
  await visit.page.locator('[role=option]:visible').filter({ hasText: name }).first().click();
}

export async function fillCustomer(visit, customer) {
  const { page, entity } = visit;
  await page.getByRole('radio', { name: 'Individual', exact: true }).check();
  for (const [path, text] of Object.entries(customer)) await fieldAt(visit, path).fill(text);
  await choose(visit, 'customerIndicator');
  for (const [path, name] of Object.entries(kinds[entity])) await choose(visit, path, name);
  await choose(visit, 'requestPurpose');
  await choose(visit, 'customerIndustry');
  await choose(visit, 'state', 'Tamil Nadu');
}

/** On to the next step, which has come when its heading stands. */
export async function goOn(visit, key, next) {
  await button(visit, key).click();
  await heading(visit, next).waitFor();
}
