import { drawer, row } from './master.js';

/** What a banker does on a list of requests, in either language and on either device. */

export const listPath = '/requestor/view-requests';

/** What can be done with the list as a whole: a button of its own, on a phone all in one menu. */
export async function fromHead({ page, t, device }, key) {
  const door = device === 'phone' ? 'ui.common.more' : 'ui.common.export';
  await page
    .getByRole('main')
    .getByRole('button', { name: t(door), exact: true })
    .click();
  await page.getByRole('menuitem', { name: t(key), exact: true }).click();
}

/** Through the row's own menu. */
export async function fromRow(visit, txnRefNo, key) {
  const { page, t } = visit;
  const name = t('ui.master.actionsFor', { name: txnRefNo });
  await row(visit, txnRefNo).getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitem', { name: t(key), exact: true }).click();
}

export async function tick(visit, ...references) {
  const { page, t } = visit;
  for (const name of references) {
    await page.getByRole('checkbox', { name: t('ui.master.select', { name }), exact: true }).check();
  }
}

/** One action for all that is ticked. */
export async function actOnTicked(visit, action, fill) {
  const { page, t } = visit;
  await page
    .getByRole('main')
    .getByRole('button', { name: t(`ui.requests.action.${action}`), exact: true })
    .click();
  const dialog = drawer(visit);
  await dialog.waitFor();
  await fill(dialog);
  await dialog.getByRole('button', { name: t(`ui.requests.dialog.${action}.yes`), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The row of a request says how it stands. */
export const statusInRow = (visit, txnRefNo, status) =>
  row(visit, txnRefNo).getByText(visit.t(`status.${status}`), { exact: true });
