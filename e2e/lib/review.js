/** What bankers and checkers do on the Transaction Details of a request. */

export const detailsPath = (txnRefNo) => `/requestor/transactions/${txnRefNo}`;

const decision = ({ page, t }) => page.getByRole('complementary', { name: t('ui.requests.review.decision') });

/** Brings a document before the reader: a list on a desk, one choice on a phone. */
export async function show(visit, title) {
  const { page, t, device } = visit;
  if (device === 'phone') {
    const choice = page.getByRole('combobox', { name: t('ui.requests.review.choose') });
    const value = await choice.locator('option').filter({ hasText: title }).first().getAttribute('value');
    await choice.selectOption(value);
  } else {
    const list = page.getByRole('navigation', { name: t('ui.requests.tab.documents') });
    await list.getByRole('button', { name: title }).first().click();
  }
  await decision(visit).getByRole('heading', { level: 2, name: title, exact: true }).waitFor();
}

const verdict = (visit, key) =>
  decision(visit).getByRole('button', { name: new RegExp(`^${visit.t(`ui.requests.review.${key}`)}`) });

/** A decision leads on to the next document by itself, so the one that was decided upon is looked at until it says so. */
async function isNow(visit, title, status) {
  const { page, t } = visit;
  const pill = decision(visit)
    .getByText(t(`status.${status}`), { exact: true })
    .first();
  for (let left = 60; left > 0; left -= 1) {
    await show(visit, title);
    if (await pill.isVisible()) return;
    await page.waitForTimeout(250);
  }
  throw new Error(`${title} never became ${status}`);
}

/** The server has answered to what `press` decides. */
async function decided({ page }, press) {
  const answer = page.waitForResponse((response) => response.url().includes('document/review'));
  await press();
  const status = (await answer).status();
  if (status !== 200) throw new Error(`the decision was answered with ${status}`);
}

export async function accept(visit, title, status) {
  await show(visit, title);
  await decided(visit, () => verdict(visit, 'accept').click());
  await isNow(visit, title, status);
}

export async function reject(visit, title, reasonCode, remark, look = async () => {}) {
  const { page, t } = visit;
  await show(visit, title);
  await verdict(visit, 'reject').click();
  await page.getByRole('radio', { name: t(`reject.${reasonCode}`), exact: true }).check();
  await decision(visit)
    .getByRole('textbox', { name: t('ui.requests.review.remark') })
    .first()
    .fill(remark);
  await look();
  await decided(visit, () => verdict(visit, 'reject').click());
  await isNow(visit, title, 'Rejected');
}

/** An action of the whole request: its own button, or in the menu of the others. */
export async function act(visit, action, fill = async () => {}) {
  const { page, t } = visit;
  const name = t(`ui.requests.action.${action}`);
  const button = page.getByRole('main').getByRole('button', { name, exact: true });
  const more = page.getByRole('button', { name: t('ui.requests.moreActions') });
  await button.or(more).first().waitFor();
  if (await button.count()) await button.first().click();
  else {
    await more.click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  }
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await fill(dialog);
  await dialog.getByRole('button', { name: t(`ui.requests.dialog.${action}.yes`), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** How the request stands, beside the customer's name. */
export const standing = ({ page, t }, status) =>
  page.locator('header', { has: page.getByRole('heading', { level: 1 }) }).getByText(t(`status.${status}`), {
    exact: true,
  });
