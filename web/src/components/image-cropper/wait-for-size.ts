export const RETRIES = 40;
export const RETRY_EVERY_MS = 50;

/**
 * Polls until the picture has a size: inside a dialog that is still opening it has none.
 * `false` when it never gets one, or the caller has gone.
 */
export async function waitForSize(hasSize: () => boolean, isWanted = () => true): Promise<boolean> {
  for (let left = RETRIES; isWanted() && !hasSize(); left -= 1) {
    if (left === 0) return false;
    await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS));
  }
  return isWanted();
}
