/** Actions of bankers and checkers on the Transaction Details of a request. */

export const detailsPath = (txnRefNo) => `/requestor/transactions/${txnRefNo}`;
/** A page is shown once its numbers are located, which takes a while beside other work. */
export const pageShown = (place) => place.getByRole('img').first().waitFor({ timeout: 120_000 });

export const overviewPath = (txnRefNo) => `/requestor/overview/${txnRefNo}`;

const decision = ({ page, t }) => page.getByRole('complementary', { name: t('ui.requests.review.decision') });

/** Shows a document: from a list on desktop, from a select on phones. */
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

/** The status in the document list, whichever document is shown: a decision moves on to the next one. */
async function isNow({ page, t, device }, title, status) {
  const words = t(`status.${status}`);
  if (device === 'phone') {
    const choice = page.getByRole('combobox', { name: t('ui.requests.review.choose') });
    await choice
      .locator('option')
      .filter({ hasText: `${title} · ${words}` })
      .waitFor({ state: 'attached' });
  } else {
    const list = page.getByRole('navigation', { name: t('ui.requests.tab.documents') });
    const entry = list.getByRole('button', { name: title }).first();
    await entry.getByText(words, { exact: true }).waitFor();
  }
}

const isReview = (call) => call.url().includes('document/review');

/**
 * Waits for the server's answer to the decision that `press` makes. On a slow machine a press while the next document
 * is being laid out can miss its button; then it is pressed once more.
 */
async function decided({ page }, press) {
  const answer = page.waitForResponse(isReview);
  answer.catch(() => {}); // awaited below
  const isSent = () =>
    page.waitForRequest(isReview, { timeout: 5000 }).then(
      () => true,
      () => false,
    );
  const first = isSent();
  await press();
  if (!(await first)) await press();
  const status = (await answer).status();
  if (status !== 200) throw new Error(`the decision was answered with ${status}`);
}

/** Against a failed check, the button asks for a second press and says so. */
const anyway = (visit) => decision(visit).getByRole('button', { name: visit.t('ui.requests.review.acceptAnyway') });

/** Accepts the shown document by its letter, with a second press against a failed check. */
export async function acceptByKey(visit, press = (key) => visit.page.keyboard.press(key)) {
  const sent = visit.page.waitForRequest(isReview).then(() => false);
  sent.catch(() => {}); // awaited below
  await press('a');
  const isAsked = anyway(visit)
    .waitFor()
    .then(() => true);
  isAsked.catch(() => {}); // the other came first
  if (await Promise.race([sent, isAsked])) await press('a');
  await sent;
}

export async function accept(visit, title, status) {
  await show(visit, title);
  await decided(visit, () => verdict(visit, 'accept').or(anyway(visit)).first().click());
  await isNow(visit, title, status);
}

/** Sends a document back one level, with a remark for the next reviewer. */
export async function sendBack(visit, title, remark, status) {
  await show(visit, title);
  await verdict(visit, 'sendback').click();
  await decision(visit)
    .getByRole('textbox', { name: visit.t('ui.requests.review.remark') })
    .first()
    .fill(remark);
  await decided(visit, () => verdict(visit, 'sendback').click());
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

/** These are always the next step when available, so they have a visible button. */
const inSight = ['send', 'approve', 'notify'];

/** An action of the whole request: its own button, or an item of the menu. */
export async function begin(visit, action) {
  const { page, t } = visit;
  const name = t(`ui.requests.action.${action}`);
  const button = page.getByRole('main').getByRole('button', { name, exact: true });
  const more = page.getByRole('button', { name: t('ui.requests.moreActions') });
  if (inSight.includes(action)) return button.click();
  await button.or(more).first().waitFor();
  if (await button.count()) return button.first().click();
  await more.click();
  return page.getByRole('menuitem', { name, exact: true }).click();
}

/** An action with a confirmation dialog and its inputs. */
export async function act(visit, action, fill = async () => {}) {
  const { page, t } = visit;
  await begin(visit, action);
  await answer(page.getByRole('dialog'), t(`ui.requests.dialog.${action}.yes`), fill);
}

/** Confirms a dialog. */
export async function answer(dialog, yes, fill = async () => {}) {
  await dialog.waitFor();
  await fill(dialog);
  await dialog.getByRole('button', { name: yes, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The request's status beside the customer's name. */
export const statusBadge = ({ page, t }, status) =>
  page
    .locator('header', { has: page.getByRole('heading', { level: 1 }) })
    .getByText(t(`status.${status}`), { exact: true });
