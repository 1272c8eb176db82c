/** How long to wait for the picture's layout. */
export const RETRIES = 40;
export const RETRY_EVERY_MS = 50;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Polls until the picture has a size: inside a dialog that is still opening it has none.
 * `false` when it never gets one, or the caller has gone.
 */
export async function waitForSize(
  hasSize: () => boolean,
  isWanted: () => boolean = () => true,
): Promise<boolean> {
  for (let retry = 0; retry <= RETRIES; retry += 1) {
    if (!isWanted()) return false;
    if (hasSize()) return true;
    if (retry < RETRIES) await pause(RETRY_EVERY_MS);
  }
  return false;
}
