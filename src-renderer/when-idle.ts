/** @file Work that can wait until the page has nothing better to do. */

/** Longer than any work of the page, so that what waits is done at last also while it is busy. */
const LONGEST_BUSY_MS = 500;

/** Does the work once the page is idle. Not every browser knows when that is; there, what waits already comes first. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: LONGEST_BUSY_MS });
  else setTimeout(work);
}
