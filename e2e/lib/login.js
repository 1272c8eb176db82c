import { entities, password } from './api.js';

/** Logs in through the login form. */
export async function logInByHand({ page, t }, { entity = 'NGB', user = 'ADMIN' } = {}) {
  const { entityCode, tenantCode } = entities[entity];
  await page.locator('select[name=entityCode]').selectOption(entityCode);
  await page.locator(`select[name=tenantCode] option[value=${tenantCode}]`).waitFor({ state: 'attached' });
  await page.locator('select[name=tenantCode]').selectOption(tenantCode);
  await page.locator('input[name=userId]').fill(user);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: t('ui.login.submit'), exact: true }).click();
}

export const stored = ({ page }, key) => page.evaluate((name) => sessionStorage.getItem(name), key);
export const storedKeys = ({ page }) => page.evaluate(() => Object.keys(sessionStorage).sort());
