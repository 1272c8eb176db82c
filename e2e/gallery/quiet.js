/** Waits until no data, picture or font is loading and the spinner is gone. */
export async function quiet({ page, t }) {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(
    (words) =>
      !document.querySelector('.mantine-Skeleton-root, [aria-busy=true], .mantine-Loader-root') &&
      !document.body.textContent.includes(words) &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy'),
    t('ui.feedback.spinner'),
  );
  await page.evaluate(() => document.fonts.ready);
}
