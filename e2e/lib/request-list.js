import { drawer, row } from './master.js';

/** Banker actions on a list of requests, in both languages and on both devices. */

export const listPath = '/requestor/view-requests';

/** Actions of the list as a whole: a button each, one menu on phones. */
export async function fromHead({ page, t, device }, key) {
  const door = device === 'phone' ? 'ui.common.more' : 'ui.common.export';
  await page
    .getByRole('main')
    .getByRole('button', { name: t(door), exact: true })
    .click();
  await page.getByRole('menuitem', { name: t(key), exact: true }).click();
}

/** Uses the row's menu. */
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

/** One action for all selected rows. */
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

/** The status in a request's row. */
export const statusInRow = (visit, txnRefNo, status) =>
  row(visit, txnRefNo).getByText(visit.t(`status.${status}`), { exact: true });
