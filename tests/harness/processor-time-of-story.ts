/** @file Notes for each story how long it has computed, with the app, the services and the browser that play in it. */

import type { TestInfo } from '@playwright/test';
import { PROCESSOR_TIME } from './playwright-results.ts';
import { processorTime } from './processor-time.ts';

/**
 * Until which second of this process's time stories have been noted. What they share, such as the start of the browser, counts
 * with the story after it, as does what is tidied up after a story.
 */
let noted = 0;

/** A fixture for every story. The browser's processes descend from the one in which the story runs, and so count with it. */
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
export async function noteProcessorTime({}, use: (value: undefined) => Promise<void>, story: TestInfo): Promise<void> {
  await use(undefined);
  const now = processorTime();
  story.annotations.push({ type: PROCESSOR_TIME, description: String(now - noted) });
  noted = now;
}
