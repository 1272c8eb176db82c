import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import { test } from '@playwright/test';
import { call, withoutFourEyes } from '../lib/api.js';
import { assertNoFaults } from '../lib/faults.js';
import { inspect } from '../lib/inspect.js';
import { drawer, field, saved, settled, submit } from '../lib/master.js';
import { loginOf, openAs, openProduct } from '../lib/product.js';
import { makeCertificate } from '../lib/provider.js';
import { sendRequest } from '../lib/request-calls.js';
import { newPerson } from '../lib/request-kinds.js';
import { until } from '../lib/until.js';
import { variants } from '../lib/variants.js';

let receiver;
const product = openProduct({
  ready: withoutFourEyes,
  prepare: async (folder, origin) => {
    receiver = await startReceiver(folder);
    const outbound = `allow = ["localhost:${receiver.port}"]\nnetworks = ["127.0.0.0/8", "::1"]\nca_file = "provider.pem"`;
    return `origin = "${origin}"\n[outbound]\n${outbound}\n`;
  },
});
test.afterAll(() => receiver?.stop());
const path = '/admin/webhook-deliveries';
const integrations = { area: 'admin', resource: 'integrationmaster', screenId: 'SD-ADM-014' };
const deliveries = { area: 'admin', resource: 'webhookdelivery', screenId: 'SD-ADM-031' };

/** An external system that answers every event with its status. */
async function startReceiver(folder) {
  const receiver = { status: 410 };
  const server = createServer(makeCertificate(folder), (_, response) => response.writeHead(receiver.status).end());
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return Object.assign(receiver, { port: server.address().port, stop });
}

/** An active integration; the operator has not allowed the usual host, so that nothing leaves the machine. */
async function integrate(entity, integrationCode, endpointUrl = 'https://crm.elsewhere.example/hooks') {
  const login = await loginOf(product, entity, 'ADMIN');
  const body = {
    integrationCode,
    externalSystemCode: 'CRM',
    eventTypes: 'RequestCreated',
    endpointUrl,
    signingSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    status: 'Active',
  };
  await call(product.origin, login, { ...integrations, operation: 'S', body });
  return login;
}

/** An event that was tried once. */
async function tried(entity, integrationCode, language, endpointUrl) {
  const login = await integrate(entity, integrationCode, endpointUrl);
  const { txnRefNo } = await sendRequest(product, entity, newPerson(language));
  const query = `?integrationCode=${integrationCode}&txnRefNo=${txnRefNo}`;
  await until(async () => {
    const { content } = await call(product.origin, login, { ...deliveries, query });
    return content[0]?.tries > 0;
  }, `the event of ${txnRefNo} was never tried`);
  return txnRefNo;
}

/** The line of a request. Its button opens the details beside the list, so it is no link. */
const line = ({ page }, txnRefNo) =>
  page.getByRole('main').locator('tbody tr, li').filter({ hasText: txnRefNo }).first();

test.describe('webhook deliveries', () => {
  for (const [at, variant] of variants.entries()) {
    const { entity, language, device } = variant;
    test(`${entity} ${language} ${device}: a delivery shows what was sent and why it failed`, async () => {
      const code = `HOOK${at}`;
      const txnRefNo = await tried(entity, code, language);
      const visit = await openAs(product, { ...variant, path: `${path}?integrationCode=${code}` });
      const { page, t } = visit;
      await settled(visit);
      await line(visit, txnRefNo).waitFor();
      await inspect(visit, path);
      await line(visit, txnRefNo).getByRole('button').first().click();
      await drawer(visit).getByText('is not on the list of outbound hosts').waitFor();
      await drawer(visit).getByText(`"txnRefNo": "${txnRefNo}"`).waitFor();
      await drawer(visit).getByText('webhook-signature: (hidden)').waitFor();
      await inspect(visit, `${path} with details`);
      await page.keyboard.press('Escape');
      await drawer(visit).waitFor({ state: 'detached' });
      await page.goto(`${path}?state=delivered&integrationCode=${code}`);
      await page.getByText(t('ui.webhooks.noResult')).waitFor();
      assertNoFaults(visit);
    });
  }

  for (const [at, variant] of variants.slice(1, 3).entries()) {
    const { entity, language, device } = variant;
    test(`${entity} ${language} ${device}: an endpoint that is gone pauses its integration`, async () => {
      const code = `GONE${at}`;
      receiver.status = 410;
      const txnRefNo = await tried(entity, code, language, `https://localhost:${receiver.port}/hooks`);
      const visit = await openAs(product, { ...variant, path: `${path}?integrationCode=${code}` });
      const { page, t } = visit;
      await settled(visit);
      const notice = page.getByRole('status').filter({ hasText: t('ui.webhooks.paused', { name: code }) });
      await notice.waitFor();
      await inspect(visit, `${path} with a paused integration`);
      // The receiver is back, and what waited is sent.
      receiver.status = 204;
      await notice.getByRole('button', { name: t('ui.webhooks.resume') }).click();
      await page.getByText(t('ui.webhooks.resumed', { name: code })).waitFor();
      await notice.waitFor({ state: 'detached' });
      await until(async () => {
        await page.goto(`${path}?state=delivered&integrationCode=${code}`);
        await settled(visit);
        return (await line(visit, txnRefNo).count()) > 0;
      }, 'what waited was never sent');
      assertNoFaults(visit);
    });
  }

  test('a previous signing secret is entered and removed', async () => {
    const login = await integrate('NGB', 'ROTATED');
    const visit = await openAs(product, { path: '/admin/integration-master?open=edit&key=ROTATED' });
    const { page, t } = visit;
    const isSet = async () => {
      const options = { ...integrations, operation: 'F', body: { integrationCode: 'ROTATED' } };
      return (await call(product.origin, login, options)).record.oldSigningSecretSet;
    };
    await field(visit, 'oldSigningSecret').fill('whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD');
    await submit(visit, 'ui.master.saveChanges');
    await saved(visit, 'EnTxn0019');
    assert.equal(await isSet(), true);
    await page.goto('/admin/integration-master?open=edit&key=ROTATED');
    await drawer(visit)
      .getByRole('button', { name: t('ui.master.secret.remove'), exact: true })
      .click();
    await drawer(visit).getByText(t('ui.master.secret.removed')).waitFor();
    await inspect(visit, 'a secret to be removed');
    await submit(visit, 'ui.master.saveChanges');
    await saved(visit, 'EnTxn0019');
    assert.equal(await isSet(), false);
    assertNoFaults(visit);
  });
});
