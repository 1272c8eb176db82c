import { call } from '../lib/api.js';
import { button, goInside, rows, settled } from '../lib/master.js';
import { loginOf } from '../lib/product.js';
import { kinds } from '../lib/request-kinds.js';

/** The dashboard, the bell, the three lists of requests, the review queue and the purge calendar. */

const banker = (name, path, more = {}) => ({ name, path, user: 'BANKER1', ...more });
const lists = {
  'SD-BNK-002': '/requestor/requested-docs',
  'SD-BNK-005': '/requestor/view-requests',
  'SD-BNK-006': '/requestor/transactions',
};
const all = lists['SD-BNK-005'];
const queue = '/requestor/review-queue';
const calendar = '/admin/purge-calendar';

export const listTours = (entity) => [
  banker('dashboard', '/requestor/dashboard', { walk: showDashboard }),
  banker('notifications', '/requestor/dashboard', { act: showBell }),
  ...Object.entries(lists).map(([code, path]) => banker(code, path, { act: settled })),
  banker('list-filters', `${all}?overdue=true&requestCategory=${kinds[entity].codes.requestCategory}`, {
    act: showFilters,
  }),
  banker('list-narrowed', `${all}?status=Pending&from=2026-01-01`, { act: settled }),
  banker('list-views', all, { act: showViews }),
  banker('list-selected', all, { walk: showSelected }),
  banker('list-row-menu', all, { act: showMenu }),
  banker('list-nothing', `${all}?q=nothing-of-that-name`),
  banker('list-failed', all, { act: showFailed }),
  { name: 'list-viewer', path: all, user: 'VIEWER', act: settled },
  { name: 'SD-BNK-009', path: queue, user: 'CHECKER1', act: settled },
  { name: 'queue-document', path: queue, user: 'CHECKER1', act: showFirst },
  { name: 'SD-ADM-029', path: calendar, act: settled },
  { name: 'calendar-day', path: calendar, act: showDay },
  { name: 'calendar-keep', path: calendar, act: showKeeping },
  { name: 'calendar-history', path: `${calendar}?tab=history`, act: showHistory },
  { name: 'queue-nothing', path: `${queue}?level=5`, user: 'CHECKER1', act: settled },
];

/** The menu of the first line. */
const menuOf = ({ page }) => page.locator('main :is(tbody, li) button[aria-haspopup]').first();

const showHistory = async ({ page }) => page.locator('main :is(table, ul[aria-label])').first().waitFor();

async function showDay(visit) {
  const { page, t } = visit;
  const days = page.getByRole('navigation', { name: t('ui.retention.days') });
  await days.getByRole('button').first().click();
  await menuOf(visit).waitFor();
}

async function showKeeping(visit) {
  await showDay(visit);
  const { page, t } = visit;
  await menuOf(visit).click();
  await page.getByRole('menuitem', { name: t('ui.retention.keep'), exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
}

async function showFirst(visit) {
  await settled(visit);
  await visit.page.keyboard.press('n');
  await visit.page.locator('aside h2').waitFor();
}

async function showDashboard({ page, t }, take) {
  await page.getByRole('heading', { level: 2, name: t('ui.dashboard.byStatus') }).waitFor();
  await take('dashboard');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await take('dashboard-end');
}

async function showBell({ page, t }) {
  await page.getByRole('button', { name: new RegExp(`^${t('ui.shell.notification')}`) }).click();
  await page.getByRole('dialog').waitFor();
}

async function showFilters(visit) {
  await settled(visit);
  await visit.page.locator('[data-filters]').click();
  await visit.page.getByRole('dialog').locator('input').first().waitFor();
}

async function showViews(visit) {
  const login = await loginOf(visit.product, visit.entity, 'BANKER1');
  for (const name of ['Overdue in my branch', 'Gold loans to review']) {
    const body = { name, query: 'overdue=true' };
    const view = { area: 'transaction', service: 'banker', resource: 'docrequest/view', operation: 'S' };
    await call(visit.product.origin, login, { ...view, screenId: 'SD-BNK-005', body });
  }
  await settled(visit);
  await button(visit, 'ui.requests.view.title').click();
  await visit.page.getByRole('dialog').locator('li').first().waitFor();
}

async function showSelected(visit, take) {
  const { page, t, device } = visit;
  await settled(visit);
  if (device === 'phone') {
    await button(visit, 'ui.common.more').click();
    await page.getByRole('menuitem', { name: t('ui.master.selectSeveral') }).click();
  }
  const boxes = page.locator('main').getByRole('checkbox');
  for (const at of [1, 2, 3]) await boxes.nth(at).check();
  await take('list-selected');
  await page
    .getByRole('region', { name: t('ui.master.selected', { count: 3 }) })
    .getByRole('button', { name: t('ui.requests.action.extend'), exact: true })
    .click();
  await page.getByRole('dialog').locator('input').first().waitFor();
  await take('list-extend');
}

async function showMenu(visit) {
  await settled(visit);
  await rows(visit).nth(1).getByRole('button').last().click();
  await visit.page.getByRole('menu').waitFor();
}

async function showFailed(visit) {
  const { page, t } = visit;
  await settled(visit);
  await page.route('**/docrequest/search@**', (route) => route.fulfill({ status: 500, json: {} }));
  await goInside(visit, `${all}?status=Waiting`);
  await page.getByText(t('message.networkIssue')).first().waitFor();
}
