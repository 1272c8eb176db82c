import assert from 'node:assert/strict';
import { createHash, randomFillSync } from 'node:crypto';
import { test } from '@playwright/test';
import { card, logInCustomer, openCard, openRequest, submit } from '../lib/customer.js';
import { assertNoFaults } from '../lib/faults.js';
import { inspect } from '../lib/inspect.js';
import { picture } from '../lib/picture.js';
import { openProduct } from '../lib/product.js';
import { findRequest, sendRequest } from '../lib/request-calls.js';
import { kindIn, newPerson } from '../lib/request-kinds.js';
import { until } from '../lib/until.js';

const product = openProduct();
const noise = (pixels) => randomFillSync(pixels);
/** About 3 MB. */
const scan = () => ({ name: 'scan.png', mimeType: 'image/png', buffer: picture(1200, 850, noise) });

/** The offsets of the pieces that this page sends. */
function watchOffsets(page) {
  const offsets = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  return offsets;
}

async function slowDown({ context, page }, bytesPerSecond) {
  const session = await context.newCDPSession(page);
  const rate = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: bytesPerSecond };
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', rate);
}

async function openAsCustomer(options) {
  const person = newPerson(options.language);
  const { txnRefNo } = await sendRequest(product, options.entity, person);
  const customer = await logInCustomer(product, { ...options, person });
  await openRequest(customer, txnRefNo);
  const [{ title }] = kindIn(options.language, options.entity).required;
  await openCard(customer, title);
  return { person, txnRefNo, customer, title, place: card(customer, title) };
}

const stored = (place, { t }, name) => place.getByRole('button', { name: t('ui.upload.remove', { name }) });

test.describe('an upload goes on where it stopped', () => {
  test('after the server was killed and started again: NGB en phone', async () => {
    const options = { entity: 'NGB', language: 'en', device: 'phone' };
    const { customer, txnRefNo, place } = await openAsCustomer(options);
    const { page, t } = customer;
    const offsets = watchOffsets(page);
    await slowDown(customer, 600_000);
    const file = scan();
    await place.locator('input[type=file]').first().setInputFiles(file);
    await until(async () => offsets.at(-1) >= 1_000_000, 'the upload does not begin');
    await product.server.kill();
    await page.getByText(t('ui.upload.waiting.connection')).waitFor();
    await inspect(customer, 'an upload without a server');
    const before = offsets.length;
    await product.server.restart();
    await stored(place, customer, file.name).waitFor({ timeout: 60_000 });
    assert.ok(Math.min(...offsets.slice(before)) >= 1_000_000, `it went on at ${offsets.slice(before)}`);
    await submit(customer, 1, kindIn('en', 'NGB').required.length);
    const request = await findRequest(product, 'NGB', txnRefNo);
    const [{ files }] = request.parties[0].documents.flatMap(({ versions }) => versions);
    assert.equal(files[0].sha256, createHash('sha256').update(file.buffer).digest('hex'));
    assertNoFaults(customer, /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE/);
  });

  test('when the same file is chosen again after the page was closed: KALVI ta phone', async () => {
    const options = { entity: 'KALVI', language: 'ta', device: 'phone' };
    const { customer, txnRefNo, place, title } = await openAsCustomer(options);
    const { page, t } = customer;
    const offsets = watchOffsets(page);
    await slowDown(customer, 600_000);
    const file = scan();
    await place.locator('input[type=file]').first().setInputFiles(file);
    await until(async () => offsets.at(-1) >= 1_000_000, 'the upload does not begin');
    await place.getByRole('button', { name: t('ui.upload.pause', { name: file.name }) }).click();
    await place.getByText(t('ui.upload.paused')).waitFor();
    await inspect(customer, 'a paused upload');
    page.once('dialog', (dialog) => dialog.accept());
    await page.reload();
    await openRequest(customer, txnRefNo);
    await openCard(customer, title);
    const before = offsets.length;
    await place.locator('input[type=file]').first().setInputFiles(file);
    await stored(place, customer, file.name).waitFor({ timeout: 60_000 });
    assert.ok(Math.min(...offsets.slice(before)) >= 1_000_000, `it went on at ${offsets.slice(before)}`);
    assertNoFaults(customer);
  });
});
