import { detailsPath, show } from '../lib/review.js';

/** Document Request Overview, Transaction Details, Upload Documents. */

const overviewPath = (txnRefNo) => `/requestor/overview/${txnRefNo}`;
const banker = (name, path, more = {}) => ({ name, path, user: 'BANKER1', needsPeople: true, ...more });
const checker = (name, path, more = {}) => ({ ...banker(name, path, more), user: 'CHECKER1' });

const approved = ({ requests }) => overviewPath(requests.approved);

const menu = (action) => async (visit) => {
  const { page, t } = visit;
  await page.getByRole('button', { name: t('ui.requests.moreActions') }).click();
  if (action) await page.getByRole('menuitem', { name: t(`ui.requests.action.${action}`), exact: true }).click();
  await page.getByRole(action ? 'dialog' : 'menu').waitFor();
};

export const requestTours = () => [
  banker('overview', ({ requests }) => overviewPath(requests.review), { walk: showWhole('overview') }),
  banker('overview-print', ({ requests }) => overviewPath(requests.review), { act: asPrinted }),
  banker('overview-unsent', ({ requests }) => overviewPath(requests.unsent)),
  banker('overview-approved', ({ requests }) => overviewPath(requests.approved)),
  banker('overview-declined', ({ requests }) => overviewPath(requests.declined)),
  banker('overview-expired', ({ requests }) => overviewPath(requests.expired)),
  banker('overview-actions', ({ requests }) => overviewPath(requests.review), { act: menu() }),
  ...['extend', 'decline', 'forward', 'adddocument', 'addparty'].map((action) =>
    banker(`overview-${action}`, ({ requests }) => overviewPath(requests.review), { act: menu(action) }),
  ),
  banker('overview-messages', ({ requests }) => overviewPath(requests.review), { act: showMessages('sent') }),
  banker('overview-planned', ({ requests }) => overviewPath(requests.unsent), { act: showMessages('unsent') }),
  { ...banker('overview-hold', approved, { act: menu('hold') }), user: 'CHECKER2' },
  { ...banker('overview-held', approved, { act: hold }), user: 'CHECKER2' },
  banker('overview-gone', () => overviewPath('N0000000000000')),
  checker('details', ({ requests }) => detailsPath(requests.review), { walk: showReview }),
  checker('details-asked', ({ requests }) => detailsPath(requests.asked)),
  ...['request', 'timeline', 'meetings'].map((tab) =>
    checker(`details-${tab}`, ({ requests }) => `${detailsPath(requests.review)}?tab=${tab}`, {
      walk: showWhole(`details-${tab}`),
    }),
  ),
  banker('details-meeting', ({ requests }) => `${detailsPath(requests.review)}?tab=meetings`, { act: planMeeting }),
  banker('details-no-meeting', ({ requests }) => `${detailsPath(requests.asked)}?tab=meetings`),
  banker('upload-for', ({ requests }) => `${detailsPath(requests.asked)}/upload`, { walk: showWhole('upload-for') }),
];

/** Sets a hold, unless another picture has done it already. */
async function hold(visit) {
  const { page, t } = visit;
  await page.getByRole('button', { name: t('ui.requests.moreActions') }).waitFor();
  const banner = page.getByRole('region', { name: t('ui.hold.title'), exact: true });
  if ((await banner.count()) > 0) return;
  await menu('hold')(visit);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Chennai High Court, order 1204/2026: keep until the hearing');
  await dialog.getByRole('button', { name: t('ui.hold.set.yes'), exact: true }).click();
  await banner.waitFor();
}

/** The top of a page and, if it scrolls, its end. */
const showWhole = (name) => async (visit, take) => {
  const { page } = visit;
  await take(name);
  const isLong = await page.evaluate(() => document.body.scrollHeight > innerHeight * 1.15);
  if (!isLong) return;
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await take(`${name}-end`);
};

async function asPrinted({ page }) {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.emulateMedia({ media: 'print' });
}

const showMessages =
  (when) =>
  async ({ page, t }) => {
    await page.getByText(t(`ui.requests.messages.${when}`)).waitFor();
    await page.getByRole('button', { name: t('ui.requests.messages.open'), exact: true }).click();
    await page.getByRole('dialog').locator('article').first().waitFor();
  };

async function showReview(visit, take, { titles }) {
  const { page, t } = visit;
  await page.locator('main img').first().waitFor();
  await take('details');
  await show(visit, titles.at(-1));
  await page.locator('main img').first().waitFor();
  await take('details-waiting');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await take('details-end');
  await page
    .getByRole('button', { name: new RegExp(`^${t('ui.requests.review.reject')}`) })
    .first()
    .click();
  await page.getByRole('radio').first().waitFor();
  await take('details-reject');
  await page.getByRole('complementary').locator('button[type=submit]').first().click();
  await page.locator('.mantine-InputWrapper-error').first().waitFor();
  await take('details-reject-errors');
}

async function planMeeting({ page, t }) {
  await page.getByRole('button', { name: t('ui.requests.meeting.plan'), exact: true }).click();
  await page.getByRole('dialog').locator('input').first().waitFor();
}
