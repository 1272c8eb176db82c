import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { assertNoFaults } from '../lib/faults.js';
import { inspect } from '../lib/inspect.js';
import { goInside } from '../lib/master.js';
import { loginOf, openAs, openProduct } from '../lib/product.js';
import { handIn, sendRequest } from '../lib/request-calls.js';
import { newPerson } from '../lib/request-kinds.js';
import { detailsPath, overviewPath } from '../lib/review.js';
import { binary } from '../lib/server.js';

const product = openProduct();

/** The text of a file inside a ZIP. */
function pdfText(zip, name) {
  const bytes = execFileSync('python3', [
    '-c',
    'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))',
    zip,
    name,
  ]);
  return execFileSync('pdftotext', ['-', '-'], { input: bytes, encoding: 'utf8' });
}

test.describe('an auditor', () => {
  for (const [entity, language, device] of [
    ['NGB', 'en', 'desktop'],
    ['KALVI', 'ta', 'phone'],
  ]) {
    test(`sees a request, changes nothing, and takes its pack: ${entity} ${language} ${device}`, async () => {
      const person = newPerson(language);
      const request = await sendRequest(product, entity, person);
      await handIn(product, await loginOf(product, entity, 'BANKER1'), request);
      const path = overviewPath(request.txnRefNo);
      const visit = await openAs(product, { entity, language, device, user: 'AUDITOR', path });
      const { page, t } = visit;
      await page.getByRole('main').getByText(request.txnRefNo, { exact: true }).first().waitFor();
      await inspect(visit, 'a request for an auditor');
      for (const action of ['remind', 'forward', 'extend', 'cancel', 'approve']) {
        const name = t(`ui.requests.action.${action}`);
        assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
      }
      await goInside(visit, detailsPath(request.txnRefNo));
      await page
        .getByRole('button', { name: t('ui.requests.download'), exact: true })
        .first()
        .click();
      const [download] = await Promise.all([
        page.waitForEvent('download', { timeout: 60_000 }),
        page.getByRole('menuitem', { name: t('ui.requests.evidence'), exact: true }).click(),
      ]);
      const pack = join(product.server.data, `${entity}.zip`);
      await download.saveAs(pack);
      const { status, stdout, stderr } = spawnSync(binary, ['audit', 'verify', pack], { encoding: 'utf8' });
      assert.equal(status, 0, stdout + stderr);
      const index = pdfText(pack, 'index.pdf');
      assert.ok(index.includes(request.txnRefNo), index);
      assertNoFaults(visit);
    });
  }
});
