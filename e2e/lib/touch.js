import assert from 'node:assert/strict';

const smallest = 44;

/** Buttons, links and fields that a finger cannot hit: links within a sentence are the exception. */
export async function assertTouchable({ page }, place) {
  const small = await page.evaluate((least) => {
    const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const isInText = (element) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.data.trim());
    /** A label belongs to its field. */
    const boxOf = (element) => (element.closest('label') ?? element).getBoundingClientRect();
    return [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
      .filter((element) => isShown(element) && !element.hidden && element.tabIndex >= 0 && !isInText(element))
      .map((element) => ({ element, box: boxOf(element) }))
      .filter(({ box }) => box.width > 1 && box.bottom > 0 && (box.height < least - 0.5 || box.width < least - 0.5))
      .map(({ element, box }) => {
        const name = element.getAttribute('aria-label') ?? (element.textContent || element.name || element.href);
        return `${Math.round(box.width)}×${Math.round(box.height)} ${name.trim().slice(0, 40)}`;
      });
  }, smallest);
  assert.deepEqual(small, [], `${place}: too small for a finger`);
}
