import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { call } from '../lib/api.js';
import { inDays } from '../lib/days.js';
import { assertNoFaults } from '../lib/faults.js';
import { goInside } from '../lib/master.js';
import { loginOf, openAs, openProduct } from '../lib/product.js';
import { detailsPath, overviewPath } from '../lib/review.js';
import { binary } from '../lib/server.js';

const product = openProduct();
const entity = 'NGB';
const calendar = '/admin/purge-calendar';
const reason = 'Court order 12/2026';

/** Two versions of documents that are destroyed on different days. */
async function dueItems() {
  const login = await loginOf(product, entity, 'ADMIN');
  const of = (resource, query) =>
    call(product.origin, login, { area: 'admin', screenId: 'SD-ADM-029', resource, query });
  const { content } = await of('retention', `?from=${inDays(0)}&to=${inDays(300)}`);
  const items = content.slice(0, 2).map(({ date, kind }) => of('retention/item', `?date=${date}&kind=${kind}`));
  return (await Promise.all(items)).map(({ content: [item] }) => item);
}

/** The file that a press downloads, stored as `name`. */
async function downloaded({ page }, name, button) {
  // A pack is made of documents and a PDF: longer than other answers on a busy machine.
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), button.click()]);
  const path = join(product.server.data, name);
  await download.saveAs(path);
  return { path, suggested: download.suggestedFilename() };
}

/** Checks a file as an auditor does, without a data folder; returns exit code and output. */
function verify(path) {
  const { status, stdout, stderr } = spawnSync(binary, ['audit', 'verify', path], { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

/** A copy of a file with one other byte in its middle. */
async function tampered(path) {
  const bytes = await readFile(path);
  bytes[bytes.length >> 1] ^= 1;
  await writeFile(`${path}.changed`, bytes);
  return `${path}.changed`;
}

async function assertVerifiable({ path }) {
  const genuine = verify(path);
  assert.equal(genuine.status, 0, genuine.said);
  const changed = verify(await tampered(path));
  assert.ok([1, 2].includes(changed.status), changed.said);
}

/** Types the reason into the open dialog and confirms it. */
async function confirm({ page, t }, words, text) {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(text);
  await dialog.getByRole('button', { name: t(`ui.hold.${words}.yes`), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('what is held is kept, what was destroyed is certified, and an auditor can check both', async () => {
  // Computes until when the documents of the demo are kept, which otherwise happens at night.
  await product.server.runJob('purge');
  const [kept, destroyed] = await dueItems();
  let checker;
  let banner;

  await test.step('a checker sets a hold; a page that is already open shows it', async () => {
    checker = await openAs(product, { entity, user: 'CHECKER2', path: overviewPath(kept.txnRefNo) });
    const { page, t } = checker;
    const other = await openAs(product, { entity, user: 'CHECKER1', path: overviewPath(kept.txnRefNo) });
    await other.page.getByRole('heading', { level: 1 }).waitFor();
    await page.bringToFront();
    await page.getByRole('button', { name: t('ui.requests.moreActions'), exact: true }).click();
    await page.getByRole('menuitem', { name: t('ui.requests.action.hold'), exact: true }).click();
    await confirm(checker, 'set', reason);
    banner = page.getByRole('region', { name: t('ui.hold.title'), exact: true });
    await banner.getByText(reason).waitFor();
    await other.page.bringToFront();
    await other.page
      .getByRole('region', { name: t('ui.hold.title') })
      .getByText(reason)
      .waitFor();
    assertNoFaults(other);
    await page.bringToFront();
  });

  await test.step('the evidence pack verifies, and a changed byte in it is found', async () => {
    const { page, t } = checker;
    await goInside(checker, detailsPath(kept.txnRefNo));
    const button = page.getByRole('button', { name: t('ui.requests.evidence'), exact: true });
    const pack = await downloaded(checker, 'pack.zip', button);
    assert.match(pack.suggested, new RegExp(`${kept.txnRefNo}.*\\.zip$`));
    await assertVerifiable(pack);
  });

  await test.step('an administrator sees the days and exports one', async () => {
    const admin = await openAs(product, { entity, path: `${calendar}?date=${kept.date}&kind=${kept.kind}` });
    const { page, t } = admin;
    await page.getByRole('main').getByText(t('ui.retention.held'), { exact: true }).waitFor();
    const button = page.getByRole('button', { name: t('ui.retention.export'), exact: true });
    const { path } = await downloaded(admin, 'day.csv', button);
    assert.ok((await readFile(path, 'utf8')).includes(kept.txnRefNo));
    assertNoFaults(admin);
  });

  await test.step('the purge destroys what is not held, and its certificate verifies', async () => {
    const night = new Date(Date.parse(destroyed.date) + 2 * 86_400_000).toISOString();
    await product.server.runJob('purge', '--now', night);
    const admin = await openAs(product, { entity, path: `${calendar}?tab=history` });
    const { page, t } = admin;
    const name = (format) => new RegExp(`^${t('ui.retention.history.certificate')}: ${format}`);
    const [json, pdf] = ['JSON', 'PDF'].map((format) => page.getByRole('button', { name: name(format) }));
    const certificate = await downloaded(admin, 'certificate.json', json.first());
    await assertVerifiable(certificate);
    const text = await readFile(certificate.path, 'utf8');
    assert.ok(text.includes(destroyed.txnRefNo) && !text.includes(`"${kept.txnRefNo}"`), text);
    const { path } = await downloaded(admin, 'certificate.pdf', pdf.first());
    assert.equal((await readFile(path)).subarray(0, 5).toString(), '%PDF-');
    assertNoFaults(admin);
  });

  await test.step('the hold is lifted', async () => {
    const { page, t } = checker;
    await page.bringToFront();
    await goInside(checker, overviewPath(kept.txnRefNo));
    await banner.getByRole('button', { name: t('ui.hold.lift'), exact: true }).click();
    await confirm(checker, 'liftDialog', 'The case is closed.');
    await banner.waitFor({ state: 'detached' });
    assertNoFaults(checker);
  });
});
