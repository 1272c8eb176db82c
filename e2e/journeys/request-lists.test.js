import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from '@playwright/test';
import { card, stage } from '../lib/customer.js';
import { inDays } from '../lib/days.js';
import { assertNoFaults } from '../lib/faults.js';
import { inspect } from '../lib/inspect.js';
import { button, confirmAs, countIs, heading, openFromMenu, row, rows, search, settled } from '../lib/master.js';
import { openAs, openProduct } from '../lib/product.js';
import { findRequest, sendRequest } from '../lib/request-calls.js';
import { kindIn, newPerson } from '../lib/request-kinds.js';
import { actOnTicked, fromHead, fromRow, listPath, statusInRow, tick } from '../lib/request-list.js';
import { act, detailsPath, overviewPath, statusBadge } from '../lib/review.js';
import { deskScreens } from '../lib/screens.js';
import { rowsOfCsv, rowsOfXlsx } from '../lib/sheet.js';

const product = openProduct();

/** Requests of people with a unique name, so that a list can be filtered to them. */
async function sendSome(entity, language, lastName, count) {
  const references = [];
  for (let at = 0; at < count; at += 1) {
    const { txnRefNo } = await sendRequest(product, entity, newPerson(language, { lastName }));
    references.push(txnRefNo);
  }
  return references;
}

async function choosePerson(visit, dialog, user) {
  await dialog.getByRole('combobox', { name: visit.t('ui.requests.field.toUserId') }).fill(user);
  await visit.page.getByRole('option', { name: user }).click();
  await inspect(visit, `forwarding to ${user}`);
}

async function openList(options, q) {
  const visit = await openAs(product, { user: 'BANKER1', path: listPath, ...options });
  await settled(visit);
  if (q) await search(visit, q);
  return visit;
}

test.describe('the lists of requests', () => {
  for (const [entity, language, device, wizard] of [
    ['NGB', 'ta', 'desktop', 'SD-BNK-001'],
    ['KALVI', 'en', 'phone', 'SD-EDU-001'],
  ]) {
    test(`every screen of the desk is opened from a menu: ${entity} ${language} ${device}`, async () => {
      const { required } = kindIn(language, entity);
      const [{ title }] = required;
      const [txnRefNo] = await sendSome(entity, language, 'Porunai', 1);
      const visit = await openAs(product, { entity, language, device, user: 'BANKER1' });
      const { page, t } = visit;
      const others = /SD-(BNK|EDU)-001/;
      for (const { code } of deskScreens.filter((each) => each.code === wizard || !others.test(each.code))) {
        await openFromMenu(visit, code);
        await settled(visit);
        await inspect(visit, code);
      }
      await openFromMenu(visit, 'SD-BNK-005');
      await search(visit, txnRefNo);
      await fromRow(visit, txnRefNo, 'ui.requests.open.overview');
      await page.waitForURL((url) => url.pathname === overviewPath(txnRefNo));
      await page.getByRole('heading', { level: 2, name: t('ui.requests.whoOwesWhat') }).waitFor();
      await inspect(visit, 'SD-BNK-004');
      await page.getByRole('tab', { name: t('ui.requests.tab.timeline'), exact: true }).click();
      await page.getByText(t('ui.requests.did.send'), { exact: true }).first().waitFor();
      assert.equal(new URL(page.url()).pathname, overviewPath(txnRefNo));
      await page.goBack();
      await page.getByRole('heading', { level: 2, name: t('ui.requests.whoOwesWhat') }).waitFor();
      await page.goBack();
      await fromRow(visit, txnRefNo, 'ui.requests.open.details');
      await page.waitForURL((url) => url.pathname === detailsPath(txnRefNo));
      await page.getByRole('tab', { name: t('ui.requests.tab.timeline'), exact: true }).click();
      await page.getByText(t('ui.requests.did.send'), { exact: true }).first().waitFor();
      await inspect(visit, 'SD-BNK-007');
      await button(visit, 'ui.requests.action.upload').click();
      await heading(visit, t('screen.SD-BNK-008')).waitFor();
      await stage(visit, title, 'by-post.png');
      await inspect(visit, 'SD-BNK-008');
      await button(visit, 'ui.upload.submitOf', { ready: 1, all: required.length }).click();
      await page.getByText(t('ui.upload.sent', { count: 1 })).waitFor();
      await card(visit, title).getByText(t('status.Uploaded'), { exact: true }).waitFor();
      assertNoFaults(visit, /404.*docrequest\/draft/);
    });
  }

  test('what a list is narrowed to is kept under a name: KALVI ta desktop', async () => {
    const visit = await openList({ entity: 'KALVI', language: 'ta' });
    const { page, t } = visit;
    const views = () => page.getByRole('button', { name: t('ui.requests.view.title'), exact: true }).click();
    const isNarrowed = ({ searchParams }) =>
      searchParams.get('status') === 'Requested' && searchParams.get('sort') === 'customerName';
    const kept = page.getByRole('button', { name: 'எனது மேசை', exact: true });
    await button(visit, 'status.Requested').click();
    await page.getByRole('button', { name: t('field.docrequest.customerName'), exact: true }).click();
    await page.waitForURL(isNarrowed);
    await views();
    await page.getByText(t('ui.requests.view.none')).waitFor();
    await page.getByRole('textbox', { name: t('ui.requests.view.save') }).fill('எனது மேசை');
    await button(visit, 'ui.common.save').click();
    await kept.waitFor();
    await inspect(visit, 'saved views');

    await page.goto(listPath);
    await settled(visit);
    const all = await rows(visit).count();
    await views();
    await kept.click();
    await page.waitForURL(isNarrowed);
    await page.getByRole('button', { name: t('status.Requested'), exact: true, pressed: true }).waitFor();
    await settled(visit);
    const pills = await rows(visit).getByText(t('status.Requested'), { exact: true }).count();
    assert.equal(pills, await rows(visit).count());
    assert.ok(pills > 0 && pills < all);

    await views();
    await button(visit, 'ui.requests.view.forget', { name: 'எனது மேசை' }).click();
    await confirmAs(visit, 'ui.requests.confirm.view');
    await views();
    await page.getByText(t('ui.requests.view.none')).waitFor();
    assertNoFaults(visit);
  });

  test('what is listed comes as CSV and as XLSX: NGB en phone', async () => {
    const references = await sendSome('NGB', 'en', 'Thamarai', 2);
    const visit = await openList({ entity: 'NGB', device: 'phone' }, 'Thamarai');
    await countIs(visit, 2);
    const save = async (key) => {
      const [download] = await Promise.all([visit.page.waitForEvent('download'), fromHead(visit, key)]);
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    };
    const csv = await save('ui.requests.export.csv');
    const xlsx = await save('ui.requests.export.xlsx');
    assert.match(csv.name, /\.csv$/);
    assert.match(xlsx.name, /\.xlsx$/);
    assert.equal(xlsx.bytes.toString('latin1', 0, 4), 'PK\x03\x04');
    for (const [head, ...lines] of [rowsOfCsv(csv.bytes), rowsOfXlsx(xlsx.bytes)]) {
      assert.deepEqual(head.slice(0, 3), ['txnRefNo', 'transactionStatus', 'customerName']);
      assert.deepEqual(lines.map(([reference]) => reference).sort(), references.toSorted());
      for (const [, status, name] of lines) assert.deepEqual([status, name], ['Requested', 'Kayal Thamarai']);
    }
    assertNoFaults(visit);
  });

  test('several are extended and cancelled at once: KALVI ta phone', async () => {
    const [first, second, third] = await sendSome('KALVI', 'ta', 'வைகை', 3);
    const visit = await openList({ entity: 'KALVI', language: 'ta', device: 'phone' }, 'வைகை');
    const until = inDays(90);
    await countIs(visit, 3);
    await fromHead(visit, 'ui.master.selectSeveral');
    await tick(visit, first, second);
    await actOnTicked(visit, 'extend', async (dialog) => {
      await dialog.getByRole('textbox').first().fill(until);
      await inspect(visit, 'extending several');
    });
    for (const [txnRefNo, isExtended] of [
      [first, true],
      [second, true],
      [third, false],
    ]) {
      const { expiresOn } = await findRequest(product, 'KALVI', txnRefNo);
      assert.equal(expiresOn === until, isExtended, txnRefNo);
    }
    await fromHead(visit, 'ui.master.selectSeveral');
    await tick(visit, first);
    await actOnTicked(visit, 'cancel', (dialog) => dialog.getByRole('textbox').first().fill('இரட்டிப்பு'));
    await statusInRow(visit, first, 'Rejected').waitFor();
    // Closed requests are excluded, and the dialog says so.
    await fromHead(visit, 'ui.master.selectSeveral');
    await tick(visit, first, second, third);
    await actOnTicked(visit, 'cancel', async (dialog) => {
      await dialog.getByText(visit.t('ui.requests.leftOut', { count: 1, all: 3 })).waitFor();
      await dialog.getByRole('textbox').first().fill('இரட்டிப்பு');
    });
    for (const txnRefNo of [first, second, third]) await statusInRow(visit, txnRefNo, 'Rejected').waitFor();
    assertNoFaults(visit);
  });

  test('a change made elsewhere shows without a reload: NGB en desktop', async () => {
    const [txnRefNo] = await sendSome('NGB', 'en', 'Amaravathi', 1);
    const list = await openList({ entity: 'NGB' }, 'Amaravathi');
    const overview = await openAs(product, { user: 'BANKER1', path: overviewPath(txnRefNo) });
    await statusInRow(list, txnRefNo, 'Requested').waitFor();
    await statusBadge(overview, 'Requested').first().waitFor();
    const lasts = [list, overview];
    for (const { page } of lasts) await page.evaluate(() => Object.assign(window, { isTheSame: true }));
    const elsewhere = await openAs(product, {
      user: 'BANKER1',
      device: 'phone',
      alone: true,
      own: true,
      path: overviewPath(txnRefNo),
    });
    await act(elsewhere, 'cancel', (dialog) => dialog.getByRole('textbox').first().fill('Asked twice.'));
    await statusInRow(list, txnRefNo, 'Rejected').waitFor();
    await statusBadge(overview, 'Rejected').first().waitFor();
    await overview.page.getByText('Asked twice.').waitFor();
    for (const { page } of lasts) assert.equal(await page.evaluate(() => window.isTheSame), true);
    assertNoFaults(list);
    assertNoFaults(overview);
  });

  test('one is forwarded to a colleague, who acts for its owner and gives it back: NGB ta phone', async () => {
    const variant = { entity: 'NGB', language: 'ta', device: 'phone' };
    const [txnRefNo] = await sendSome('NGB', 'ta', 'தாமிரபரணி', 1);
    const before = await openList({ ...variant, user: 'BANKER2' }, txnRefNo);
    await before.page.getByText(before.t('message.noRecords')).waitFor();
    const owner = await openAs(product, { ...variant, user: 'BANKER1', path: overviewPath(txnRefNo) });
    await act(owner, 'forward', (dialog) => choosePerson(owner, dialog, 'BANKER2'));
    // It appears in the colleague's list by itself.
    await before.page.bringToFront();
    await row(before, txnRefNo).getByRole('link').first().click();
    await act(before, 'extend', (dialog) => dialog.getByRole('textbox').first().fill(inDays(60)));
    const { t } = before;
    await before.page.goto(`${detailsPath(txnRefNo)}?tab=timeline`);
    await before.page
      .getByText(new RegExp(t('ui.requests.timeline.for', { who: '.*BANKER2.*', other: '.*BANKER1.*' })))
      .first()
      .waitFor();
    await inspect(before, 'a timeline with two names');
    await act(before, 'forward', (dialog) => choosePerson(before, dialog, 'BANKER1'));
    await before.page.goto(overviewPath(txnRefNo));
    await before.page.getByRole('heading', { level: 1, name: t('ui.requests.gone.title') }).waitFor();
    await owner.page.bringToFront();
    await statusBadge(owner, 'Requested').first().waitFor();
    assert.equal((await findRequest(product, 'NGB', txnRefNo)).forwardedTo, null);
    assertNoFaults(owner);
    assertNoFaults(before, /404.*docrequest/);
  });
});
